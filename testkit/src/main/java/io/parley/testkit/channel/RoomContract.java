package io.parley.testkit.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.MessageHandler;
import io.parley.runtime.OutgoingMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contract of back-pressure: a writer that exceeds the available room waits, and for a limited time. */
interface RoomContract {
    int MIB = 1024 * 1024;
    int PIECE = 100_000;
    Duration HOUR = Duration.ofHours(1);

    /** Limits under which one message takes all that the peer reserves. */
    Limits TIGHT = Limits.defaults().with(Limit.MESSAGE_BYTES, 2 * MIB).with(Limit.SESSION_BYTES, 2 * MIB);

    /** Returns the runtimes of one test. */
    Talks talks();

    @Test
    default void manyThreadsEchoSixteenMebibytesEachThroughOneSession() throws Exception {
        PooledMemory memory = new PooledMemory();
        AtomicLong most = new AtomicLong();
        try (Talks talks = talks().patient(memory.allocator())) {
            Conversation conversation = talks.talk(Limits.defaults(), message -> {
                try (message) {
                    most.accumulateAndGet(memory.inUse(), Math::max);
                    echoInPieces(message);
                }
            });
            List<CompletableFuture<Void>> callers = new ArrayList<>();
            for (int i = 0; i < talks().amount(16); i++) {
                byte value = (byte) i;
                callers.add(inThread(() -> echoed(conversation, value, 16 * MIB)));
            }
            for (CompletableFuture<Void> caller : callers) {
                caller.get(120, TimeUnit.SECONDS);
            }
        }
        // The received bytes that each side may hold, and half a mebibyte of each message that is being sent.
        assertThat(most).hasValueLessThan(2 * Limit.SESSION_BYTES.initial() + 32 * MIB);
    }

    @Test
    default void largeAnswersBeyondTheMemoryAllArriveEventually() throws Exception {
        Limits crowded = Limits.defaults().with(Limit.MESSAGE_BYTES, 2 * MIB).with(Limit.SESSION_BYTES, 3 * MIB);
        try (Talks talks = talks().patient(ByteBufAllocator.DEFAULT)) {
            Conversation conversation = talks.talk(crowded, message -> {
                try (message) {
                    OutgoingMessage response = message.beginResponse(false);
                    for (int i = 0; i < 15; i++) {
                        response.sink().writeBytes(new byte[PIECE], 0, PIECE);
                    }
                    response.send();
                }
            });
            List<CompletableFuture<Long>> lengths = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                Call call = conversation.beginCall(HOUR);
                call.send();
                // Read in the order of arrival: an answer that waits for its reader keeps its memory.
                lengths.add(call.response().thenApply(RoomContract::lengthOf));
            }
            for (CompletableFuture<Long> length : lengths) {
                assertThat(length.get(120, TimeUnit.SECONDS)).isEqualTo(15L * PIECE);
            }
        }
    }

    @Test
    default void aLargeMessageIsNeverHeldWholeByItsSender() throws Exception {
        PooledMemory ofServer = new PooledMemory();
        AtomicLong most = new AtomicLong();
        try (Talks talks = talks().patient(ofServer.allocator())) {
            Conversation conversation = talks.talk(Limits.defaults(), message -> {
                try (message) {
                    OutgoingMessage response = message.beginResponse(false);
                    long held = ofServer.inUse();
                    for (int at = 0; at < Talks.LARGE; at += PIECE) {
                        response.sink().writeBytes(new byte[PIECE], 0, PIECE);
                    }
                    // All but the last pieces were sent; what the client received is in the same pool.
                    most.set(ofServer.inUse() - held);
                    response.send();
                }
            });
            Call call = conversation.beginCall(HOUR);
            call.send();
            try (IncomingMessage answer = answer(call)) {
                assertThat(answer.source().remaining()).isGreaterThanOrEqualTo(Talks.LARGE);
            }
        }
        assertThat(most).as("at both sides").hasValueLessThan(Talks.LARGE + 8L * MIB);
    }

    @Test
    default void aNonBlockingHandlerThatFindsNoRoomIsAnsweredWithBudget() throws Exception {
        Conversation conversation = talks().talk(Limits.defaults(), new MessageHandler() {
            @Override
            public void onMessage(IncomingMessage message) {
                OutgoingMessage response = message.beginResponse(false);
                try {
                    response.sink().writeBytes(new byte[Talks.LARGE], 0, Talks.LARGE);
                } catch (ParleyException e) {
                    response.discard();
                    throw e;
                }
                response.send();
                message.close();
            }

            @Override
            public boolean isNonBlocking() {
                return true;
            }
        });
        ParleyException failure = Talks.failure(Talks.call(conversation, "hello"));
        assertThat(failure.code()).isEqualTo(ErrorCode.BUDGET);
        assertThat(failure).hasMessageContaining(Limit.SESSION_BYTES.setting());
        assertThat(failure.retry()).isEqualTo(ErrorCode.Retry.NEVER);
    }

    @Test
    default void aMessageThatNeverFitsIsRefusedAtOnce() throws Exception {
        Limits tight = Limits.defaults().with(Limit.SESSION_BYTES, MIB);
        Conversation conversation = talks().talk(tight, IncomingMessage::close);
        Call call = conversation.beginCall(HOUR);
        assertThat(write(call, MIB + 2 * PIECE))
                .isNotNull()
                .hasMessageStartingWith(ErrorCode.LIMIT.name())
                .hasMessageContaining(Limit.SESSION_BYTES.setting());
        call.discard();
    }

    @Test
    default void aWriterThatWaitsGoesOnWhenThereIsRoom() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().uncompressed().talk(TIGHT, held::add);
        Call first = Talks.callBytes(conversation, MIB);
        try (IncomingMessage request = Talks.take(held)) {
            Call second = conversation.beginCall(HOUR);
            Waiting waiting = new Waiting(second);
            waiting.awaitWaiting();
            request.source().close();
            Talks.answerOnly(request, "done");
            assertThat(waiting.failure()).isNull();
            assertThat(Talks.read(first)).isEqualTo("done");
            second.send();
            try (IncomingMessage another = Talks.take(held)) {
                assertThat(another.source().remaining()).isEqualTo(Waiting.BYTES);
                Talks.answerOnly(another, "done too");
            }
            assertThat(Talks.read(second)).isEqualTo("done too");
        }
    }

    @Test
    default void aWriterThatWaitsIsFreedWhenItsCallEnds() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(TIGHT, held::add);
        Talks.callBytes(conversation, MIB);
        try (IncomingMessage unanswered = Talks.take(held)) {
            assertThat(unanswered.isWanted()).isTrue();
            Call second = conversation.beginCall(Duration.ofSeconds(5));
            Waiting waiting = new Waiting(second);
            waiting.awaitWaiting();
            talks().time.advance(Duration.ofSeconds(5));
            assertThat(waiting.lastFailure()).isNull();
            assertThat(Talks.failure(second).code()).isEqualTo(ErrorCode.TIMEOUT);
        }
    }

    @Test
    default void aWriterThatWaitsIsFreedWhenTheSessionEnds() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(TIGHT, held::add);
        Talks.callBytes(conversation, MIB);
        try (IncomingMessage unanswered = Talks.take(held)) {
            assertThat(unanswered.isWanted()).isTrue();
            Call second = conversation.beginCall(HOUR);
            Waiting waiting = new Waiting(second);
            waiting.awaitWaiting();
            conversation.close(ErrorCode.CLOSED, "the test is done");
            assertThat(waiting.lastFailure()).isNull();
            assertThat(Talks.failure(second).retry()).isEqualTo(ErrorCode.Retry.SAFE);
        }
    }

    @Test
    default void aWriterThatWaitsMayBeInterrupted() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        Conversation conversation = talks().talk(TIGHT, held::add);
        Talks.callBytes(conversation, MIB);
        try (IncomingMessage unanswered = Talks.take(held)) {
            assertThat(unanswered.isWanted()).isTrue();
            Waiting waiting = new Waiting(conversation.beginCall(HOUR));
            waiting.awaitWaiting();
            waiting.thread.interrupt();
            assertThat(waiting.lastFailure()).hasMessageStartingWith("CANCELLED: interrupted");
        }
    }

    @Test
    default void aWriterDoesNotWaitForASessionThatStandsStill() throws Exception {
        BlockingQueue<IncomingMessage> held = new LinkedBlockingQueue<>();
        try (Talks talks = talks().patient(ByteBufAllocator.DEFAULT)) {
            Conversation conversation = talks.talk(TIGHT, held::add);
            Call first = conversation.beginCall(HOUR);
            first.sink().writeBytes(new byte[MIB], 0, MIB);
            first.send();
            try (IncomingMessage unanswered = Talks.take(held)) {
                assertThat(unanswered.isWanted()).isTrue();
                Waiting waiting = new Waiting(conversation.beginCall(HOUR));
                waiting.awaitWaiting();
                await().until(() -> {
                    talks.time.advance(Duration.ofMillis(Limit.STALL_MILLIS.initial()));
                    return waiting.isOver();
                });
                assertThat(waiting.lastFailure())
                        .hasMessageStartingWith("BUDGET: ")
                        .hasMessageContaining(Limit.SESSION_BYTES.setting());
                assertThat(conversation.isOpen()).isTrue();
            }
        }
    }

    /** A thread that writes more than there is room for. */
    final class Waiting {
        static final int BYTES = 3 * MIB / 2;

        final Thread thread;
        private final OutgoingMessage message;
        private final CompletableFuture<@Nullable ParleyException> end = new CompletableFuture<>();

        Waiting(OutgoingMessage message) {
            this(message, BYTES);
        }

        Waiting(OutgoingMessage message, int bytes) {
            this.message = message;
            thread = new Thread(() -> end.complete(write(message, bytes)), "waiting-writer");
            thread.setDaemon(true);
            thread.start();
        }

        void awaitWaiting() {
            await().until(() -> thread.getState() == Thread.State.WAITING);
        }

        boolean isOver() {
            return end.isDone();
        }

        /** Returns the failure of the write, or null if everything was written. */
        @Nullable
        ParleyException failure() throws Exception {
            return end.get(60, TimeUnit.SECONDS);
        }

        /** Returns the failure of the write, as {@link #failure}, and discards the message. */
        @Nullable
        ParleyException lastFailure() throws Exception {
            ParleyException last = failure();
            message.discard();
            return last;
        }
    }

    private static @Nullable ParleyException write(OutgoingMessage message, int bytes) {
        try {
            message.sink().writeBytes(new byte[bytes], 0, bytes);
            return null;
        } catch (ParleyException e) {
            return e;
        }
    }

    private static void echoed(Conversation conversation, byte value, int length) throws Exception {
        byte[] piece = new byte[PIECE];
        Arrays.fill(piece, value);
        Call call = conversation.beginCall(HOUR);
        for (int at = 0; at < length; at += PIECE) {
            call.sink().writeBytes(piece, 0, Math.min(PIECE, length - at));
        }
        call.send();
        try (IncomingMessage answer = answer(call)) {
            Source source = answer.source();
            assertThat(source.remaining()).isEqualTo(length);
            byte[] found = new byte[PIECE];
            for (int at = 0; at < length; at += PIECE) {
                int bytes = Math.min(PIECE, length - at);
                source.readBytes(found, 0, bytes);
                assertThat(Arrays.equals(found, 0, bytes, piece, 0, bytes)).isTrue();
            }
        }
    }

    /** Reads and writes alternately: what waits to be sent keeps received bytes from being read. */
    private static void echoInPieces(IncomingMessage message) {
        Source source = message.source();
        OutgoingMessage response = message.beginResponse(false);
        byte[] piece = new byte[PIECE];
        while (source.remaining() > 0) {
            int bytes = (int) Math.min(PIECE, source.remaining());
            source.readBytes(piece, 0, bytes);
            response.sink().writeBytes(piece, 0, bytes);
        }
        response.send();
    }

    private static long lengthOf(IncomingMessage answer) {
        try (answer) {
            return answer.source().remaining();
        }
    }

    private static IncomingMessage answer(Call call) throws Exception {
        return call.response().get(120, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Void> inThread(Work work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (Exception | AssertionError e) {
                        done.completeExceptionally(e);
                    }
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    /** Code that runs on a thread of its own. */
    interface Work {
        void run() throws Exception;
    }
}
