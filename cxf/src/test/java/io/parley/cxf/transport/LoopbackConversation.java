package io.parley.cxf.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.negotiation.Agreement;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Carries the bytes of messages from one side's sink to the other side's source, without frames or sockets. */
public final class LoopbackConversation implements Conversation {
    private static final int CHUNK = 256;

    final AtomicInteger calls = new AtomicInteger();
    private final MessageHandler service;
    private final Executor workers;
    private final int room;

    public LoopbackConversation(MessageHandler service, Executor workers) {
        this(service, workers, Integer.MAX_VALUE);
    }

    /**
     * Creates a conversation.
     *
     * @param room bytes of a request that fit into memory
     */
    public LoopbackConversation(MessageHandler service, Executor workers, int room) {
        this.service = service;
        this.workers = workers;
        this.room = room;
    }

    @Override
    public Call beginCall(Duration timeout) {
        return new LoopbackCall(timeout);
    }

    private final class LoopbackCall extends Written implements Call {
        private final CompletableFuture<IncomingMessage> response = new CompletableFuture<>();
        private final Duration timeout;

        LoopbackCall(Duration timeout) {
            super(room);
            this.timeout = timeout;
        }

        @Override
        public void send() {
            finish();
            calls.incrementAndGet();
            var unused = CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS);
            unused.execute(() -> response.completeExceptionally(new ParleyException(ErrorCode.TIMEOUT, "too late")));
            workers.execute(() -> {
                Received request = new Received(IncomingMessage.Kind.REQUEST, content, response);
                try {
                    service.onMessage(request);
                } catch (RuntimeException e) {
                    request.refuse(ErrorCode.INTERNAL, e.toString());
                    request.close();
                }
            });
        }

        @Override
        public CompletableFuture<IncomingMessage> response() {
            return response;
        }

        @Override
        public IncomingMessage await() throws InterruptedException {
            try {
                return response.get();
            } catch (ExecutionException e) {
                throw (ParleyException) e.getCause();
            }
        }

        @Override
        public IncomingMessage awaitAsItComes() throws InterruptedException {
            return await();
        }

        @Override
        public void cancel() {
            response.completeExceptionally(new ParleyException(ErrorCode.CANCELLED, "cancelled"));
        }
    }

    private class Written implements OutgoingMessage {
        final CompositeByteBuf content = Unpooled.compositeBuffer(Integer.MAX_VALUE);
        private final Sink sink = new Sink(ByteBufAllocator.DEFAULT, CHUNK, this::add);
        private final int room;

        Written(int room) {
            this.room = room;
        }

        @Override
        public Agreement agreement() {
            return LoopbackConversation.this.agreement();
        }

        private void add(ByteBuf chunk, boolean last) {
            if (chunk.readableBytes() > room - content.readableBytes()) {
                chunk.release();
                throw new ParleyException(ErrorCode.BUDGET, "expected room for more, found none");
            }
            content.addComponent(true, chunk);
        }

        @Override
        public Sink sink() {
            return sink;
        }

        @Override
        public void send() {
            finish();
        }

        /** Ends the message; if there is no room for its end, releases all of it. */
        final void finish() {
            try {
                sink.finish();
            } catch (ParleyException e) {
                discard();
                throw e;
            }
        }

        @Override
        public void discard() {
            sink.discard();
            if (content.refCnt() > 0) {
                content.release();
            }
        }
    }

    private final class Received implements IncomingMessage {
        private final Kind kind;
        private final Source source;
        private final CompletableFuture<IncomingMessage> response;
        private boolean answered;

        Received(Kind kind, CompositeByteBuf content, CompletableFuture<IncomingMessage> response) {
            this.kind = kind;
            this.source = Source.of(content, Limits.defaults());
            this.response = response;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public Conversation conversation() {
            return LoopbackConversation.this;
        }

        @Override
        public Source source() {
            return source;
        }

        @Override
        public boolean isRedelivered() {
            return false;
        }

        @Override
        public boolean isOneFragment() {
            return source.remaining() <= CHUNK;
        }

        @Override
        public void inOrderOf(Object key, Runnable work) {
            work.run();
        }

        @Override
        public void awaitWhole() {
            // The message is always whole.
        }

        @Override
        public @Nullable IncomingMessage renewed() {
            return null;
        }

        @Override
        public boolean isWanted() {
            return !response.isDone();
        }

        @Override
        public void onUnwanted(Runnable task) {
            var unused = response.whenComplete((answer, why) -> task.run());
        }

        @Override
        public void onWorker(Runnable work) {
            work.run();
        }

        @Override
        public OutgoingMessage beginResponse(boolean fault) {
            if (answered) {
                throw new IllegalStateException("answered already");
            }
            return new Written(Integer.MAX_VALUE) {
                @Override
                public void send() {
                    super.send();
                    answered = true;
                    IncomingMessage answer = new Received(fault ? Kind.FAULT : Kind.RESPONSE, content, response);
                    if (!response.complete(answer)) {
                        answer.close();
                    }
                }
            };
        }

        @Override
        public void refuse(ErrorCode code, String text) {
            answered = true;
            response.completeExceptionally(new ParleyException(code, text));
        }

        @Override
        public void close() {
            source.close();
            if (kind == Kind.REQUEST && !answered) {
                refuse(ErrorCode.INTERNAL, "not answered");
            }
        }
    }

    @Override
    public Agreement agreement() {
        return Agreement.byApi("bnux", "local", List.of(), Limits.defaults(), "");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public Object attachment() {
        return null;
    }

    @Override
    public byte[] openTerms() {
        return new byte[0];
    }

    @Override
    public OutgoingMessage beginOneWay() {
        return new Written(Integer.MAX_VALUE);
    }

    @Override
    public CompletionStage<Duration> ping() {
        return CompletableFuture.completedStage(Duration.ZERO);
    }

    @Override
    public Traffic traffic() {
        return new Traffic(0, 0, 0, 0, 0, 0);
    }

    @Override
    public void drain() {}

    @Override
    public void close(ErrorCode code, String text) {}

    @Override
    public CompletionStage<Void> closed() {
        return new CompletableFuture<>();
    }
}
