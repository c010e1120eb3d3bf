package io.parley.transport.stream.endpoint;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.runtime.Call;
import io.parley.runtime.Contract;
import io.parley.runtime.Conversation;
import io.parley.runtime.HandlerSet;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.Streamer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of a {@link StreamEndpoint}: one session. Thread-safe; calls of several threads travel side by side.
 *
 * <pre>{@code
 * try (StreamClient client = StreamClient.of(contract).open(invitation)) {
 *     Total total = client.call("sum", new Numbers(1, 2, 3), Total.class);
 * }
 * }</pre>
 */
public final class StreamClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);
    private static final Duration DRAINING = Duration.ofSeconds(10);

    private final ParleyRuntime runtime;
    private final Conversation conversation;
    private final Streamer streamer;
    private final Duration timeout;

    private StreamClient(ParleyRuntime runtime, Conversation conversation, Streamer streamer, Duration timeout) {
        this.runtime = runtime;
        this.conversation = conversation;
        this.streamer = streamer;
        this.timeout = timeout;
    }

    /** Begins a client for that contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    /**
     * Sends a request and waits for its response.
     *
     * @throws ParleyException if there is none; if its {@code retry()} is {@code SAFE}, the request was provably
     *     not dispatched; {@code CANCELLED} if this thread was interrupted meanwhile
     */
    public <R> R call(String operation, Object request, Class<R> response) {
        return response.cast(streamer.response(await(request(operation, request)), operation));
    }

    /** Sends a request; the response is decoded away from the event loop. Fails with what {@link #call} throws. */
    public <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response) {
        return request(operation, request)
                .response()
                .thenApplyAsync(message -> response.cast(streamer.response(message, operation)));
    }

    /**
     * Sends a message that has no response.
     *
     * @throws ParleyException if it could not be sent
     */
    public void send(String operation, Object value) {
        streamer.send(conversation.beginOneWay(), operation, value);
    }

    /** Whether more may be sent. */
    public boolean isOpen() {
        return conversation.isOpen();
    }

    /** Completes when the session is over, exceptionally with a {@link ParleyException} if it was not by an orderly end. */
    public CompletionStage<Void> closed() {
        return conversation.closed();
    }

    /** Lets what is under way finish, for ten seconds, then closes. Idempotent. */
    @Override
    public void close() {
        conversation.drain();
        try {
            conversation.closed().toCompletableFuture().get(DRAINING.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("the session did not end in order", e);
        } finally {
            runtime.close();
        }
    }

    private Call request(String operation, Object value) {
        Call call = conversation.beginCall(operation, timeout);
        streamer.send(call, operation, value);
        return call;
    }

    private static IncomingMessage await(Call call) {
        try {
            return call.awaitAsItComes();
        } catch (ParleyException e) {
            throw traced(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.cancel();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    private static <T> T joined(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ParleyException coded) {
                throw traced(coded);
            }
            throw e;
        }
    }

    private static ParleyException traced(ParleyException coded) {
        coded.addSuppressed(new CallerTrace());
        return coded;
    }

    /** Shows who waited, because the exception itself was made on an event loop. */
    private static final class CallerTrace extends Exception {
        private static final long serialVersionUID = 1L;

        CallerTrace() {
            super("the caller");
        }
    }

    /** A client being set up. Not thread-safe. */
    public static final class Builder {
        private final Contract contract;
        private final HandlerSet handlers;
        private Duration timeout = Duration.ofSeconds(60);

        private Builder(Contract contract) {
            this.contract = contract;
            this.handlers = new HandlerSet(contract);
        }

        /**
         * Takes messages that the endpoint sends by itself.
         *
         * @throws IllegalArgumentException if the contract has no such message, or it is of another class
         */
        public <Q> Builder onMessage(String operation, Class<Q> type, Consumer<? super Q> handler) {
            handlers.add(operation, false, type, (value, session) -> {
                handler.accept(value);
                return null;
            });
            return this;
        }

        /** How long a call may take. Default: 60 seconds. */
        public Builder timeout(Duration value) {
            timeout = value;
            return this;
        }

        /**
         * Connects and opens; waits for it.
         *
         * @throws ParleyException {@code NEGOTIATION} if the endpoint has another contract; {@code CONNECT_FAILED},
         *     {@code TOKEN_REFUSED} and the other codes of {@link ParleyRuntime#open}
         */
        public StreamClient open(Invitation invitation) {
            contract.checkSame(invitation.agreement());
            ParleyRuntime runtime = ParleyRuntime.builder()
                    .limits(invitation.agreement().limits())
                    .build();
            try {
                Conversation conversation =
                        joined(runtime.open(invitation.agreement(), invitation.token(), new byte[0], handlers.build())
                                .toCompletableFuture());
                return new StreamClient(runtime, conversation, contract.streamer(), timeout);
            } catch (RuntimeException e) {
                runtime.close();
                throw e;
            }
        }
    }
}
