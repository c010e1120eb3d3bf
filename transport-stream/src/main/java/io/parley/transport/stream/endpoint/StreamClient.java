package io.parley.transport.stream.endpoint;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.endpoint.Contract;
import io.parley.endpoint.EndpointClient;
import io.parley.endpoint.HandlerSet;
import io.parley.endpoint.Operation;
import io.parley.endpoint.Streamer;
import io.parley.negotiation.Agreement;
import io.parley.runtime.Call;
import io.parley.runtime.Conversation;
import io.parley.runtime.DurableClientSessions;
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.ReopenedSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Client of a {@link StreamEndpoint}, with one session. Calls of several threads run concurrently. Once the session has
 * ended ({@link #closed}), calls fail; the next client needs an invitation of its own. Thread-safe.
 *
 * <pre>{@code
 * try (StreamClient client = StreamClient.of(contract).open(invitation)) {
 *     Total total = client.call(SUM, new Numbers(1, 2, 3));
 * }
 * }</pre>
 */
public final class StreamClient implements EndpointClient {
    private static final Logger LOG = LoggerFactory.getLogger(StreamClient.class);
    private static final Duration DRAINING = Duration.ofSeconds(10);

    private final ParleyRuntime runtime;
    private final Conversation conversation;
    private final Streamer streamer;
    private final Duration timeout;
    /** True if the session outlives this process. */
    private final boolean durable;

    private StreamClient(
            ParleyRuntime runtime, Conversation conversation, Streamer streamer, Duration timeout, boolean durable) {
        this.runtime = runtime;
        this.conversation = conversation;
        this.streamer = streamer;
        this.timeout = timeout;
        this.durable = durable;
    }

    /** Returns a builder of a client for the contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    /** {@inheritDoc} Fails with {@code CANCELLED} if the calling thread is interrupted. */
    @Override
    public <R> R call(String operation, Object request, Class<R> response, Duration within) {
        return response.cast(streamer.response(await(request(operation, request, within)), operation));
    }

    @Override
    public <R> CompletableFuture<R> callAsync(String operation, Object request, Class<R> response, Duration within) {
        Call call;
        try {
            call = request(operation, request, within);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
        return call.read(message -> response.cast(streamer.response(message, operation)));
    }

    /**
     * Sends a message that has no response. With a {@link Builder#durable} client this blocks until the message is
     * stored: once it returns, the message arrives even if this process ends.
     *
     * @throws ParleyException if the message could not be sent; {@code TIMEOUT} if it was not stored in time, in which
     *     case it may still arrive
     */
    @Override
    public void send(String operation, Object value) {
        OutgoingMessage message;
        try {
            message = streamer.send(conversation::beginOneWay, operation, value);
        } catch (ParleyException e) {
            throw explained(e);
        }
        if (durable) {
            awaitAccepted(message, operation);
        }
    }

    private void awaitAccepted(OutgoingMessage message, String operation) {
        try {
            message.accepted().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ParleyException coded
                    ? traced(coded)
                    : new ParleyException(ErrorCode.INTERNAL, operation + ": failed inside this side", e.getCause());
        } catch (TimeoutException e) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT,
                    operation + ": expected the message to be stored within " + timeout.toMillis()
                            + " ms, found it still pending",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    /** Returns whether the session is open for further messages. */
    public boolean isOpen() {
        return conversation.isOpen();
    }

    /**
     * Returns a stage that completes when the session ends, exceptionally with a {@link ParleyException} if it did not
     * end in order.
     */
    public CompletionStage<Void> closed() {
        return conversation.closed();
    }

    /**
     * Waits up to ten seconds for work under way, then closes. A {@link Builder#durable} client whose work does not
     * finish leaves its session to the next process. Idempotent.
     */
    @Override
    public void close() {
        conversation.drain();
        try {
            conversation.closed().toCompletableFuture().get(DRAINING.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("Session did not end in order", e);
        } finally {
            runtime.close();
        }
    }

    /**
     * Closes this client at once and, if it is {@link Builder#durable}, leaves its session to the next process: the
     * endpoint keeps the session for {@code parley.limits.resume-millis}. Pending calls fail. Idempotent.
     */
    public void leave() {
        runtime.close();
    }

    private Call request(String operation, Object value, Duration within) {
        Duration limit = Durations.bounded(within);
        try {
            return streamer.send(() -> conversation.beginCall(operation, limit), operation, value);
        } catch (ParleyException e) {
            throw explained(e);
        }
    }

    /**
     * Returns the failure of a message that was not dispatched, with what to do if the session has ended: a client that
     * was invited has no address to negotiate at.
     */
    private ParleyException explained(ParleyException why) {
        return conversation.isOpen() || why.retry() != ErrorCode.Retry.SAFE
                ? why
                : new ParleyException(
                        why.code(),
                        why.text() + "; an invitation is for one session, and this one accepts no more messages: get"
                                + " another invitation (StreamEndpoint.invite) and open a client with it",
                        why);
    }

    private IncomingMessage await(Call call) {
        try {
            return call.awaitAsItComes();
        } catch (ParleyException e) {
            throw traced(explained(e));
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

    /** Stack trace of the waiting caller, because the exception itself was created on an event loop. */
    private static final class CallerTrace extends Exception {
        private static final long serialVersionUID = 1L;

        CallerTrace() {
            super("the caller");
        }
    }

    /** Builder of a client. Not thread-safe. */
    public static final class Builder {
        private final Contract contract;
        private final HandlerSet handlers;
        private Duration timeout = Duration.ofSeconds(60);
        private @Nullable Duration keepAlive;
        private @Nullable ContextStore store;
        private String name = "";
        private Consumer<? super List<UnfinishedCall>> onRestart = calls -> {};

        private Builder(Contract contract) {
            this.contract = contract;
            this.handlers = new HandlerSet(contract);
        }

        /**
         * Sets the handler of messages that the endpoint sends on its own.
         *
         * @throws IllegalArgumentException if the contract has no such message, or its class is another
         */
        public <Q> Builder onMessage(String operation, Class<Q> type, Consumer<? super Q> handler) {
            handlers.add(operation, false, type, (value, session) -> {
                handler.accept(value);
                return null;
            });
            return this;
        }

        /** Sets the handler of messages of the operation that the endpoint sends on its own. */
        public <Q> Builder onMessage(Operation<Q, Void> operation, Consumer<? super Q> handler) {
            return onMessage(operation.name(), operation.requestType(), handler);
        }

        /** Sets the timeout of calls that have none of their own. Default: 60 seconds. */
        public Builder timeout(Duration value) {
            timeout = Durations.bounded(value);
            return this;
        }

        /**
         * Sets the time of silence after which the endpoint counts as lost; after half of it the endpoint is pinged.
         * Default: the endpoint's limit, 30 seconds unless configured. After a call timed out the endpoint is pinged at
         * once, and counts as lost if it does not respond within about a second.
         *
         * @throws IllegalArgumentException if the time is shorter than a millisecond
         */
        public Builder keepAlive(Duration value) {
            var unused = Limits.defaults().with(Limit.KEEP_ALIVE_MILLIS, value.toMillis());
            keepAlive = value;
            return this;
        }

        /**
         * Lets the session outlive this process, if the endpoint is durable too: messages are stored before they are
         * sent, and a client that is created with the same name after a crash {@link #resume resumes} the session.
         * One-way messages are then not lost, and {@link #onRestart} receives the calls that were pending. A store in a
         * file serves one client only.
         *
         * @param durableStore the store; the caller owns it and closes it after the client
         * @param sessionName the name by which the next process finds the session; used by one client at a time
         */
        public Builder durable(ContextStore durableStore, String sessionName) {
            store = durableStore;
            name = sessionName;
            return this;
        }

        /**
         * Sets the listener that {@link #resume} calls, before it returns, with the calls that were pending when the
         * previous process ended; not called if there were none. A call whose response had just been taken may be among
         * them.
         */
        public Builder onRestart(Consumer<? super List<UnfinishedCall>> listener) {
            onRestart = listener;
            return this;
        }

        /**
         * Resumes the session of that name that the previous process left in the store: sends messages that may not
         * have arrived, and reconnects by itself for up to {@code parley.limits.resume-millis}; {@link #closed}
         * completes if the endpoint no longer has the session.
         *
         * @return empty if there is none; then {@link #open} one
         * @throws IllegalStateException without {@link #durable}
         * @throws ParleyException {@code NEGOTIATION} or {@code DIGEST_MISMATCH} if the contract differs; {@code
         *     CONTEXT_UNAVAILABLE} if the store cannot be read; {@code BUDGET} if there is no room for the stored
         *     messages
         */
        public Optional<StreamClient> resume() {
            ContextStore kept = store;
            if (kept == null) {
                throw new IllegalStateException("expected a durable client, found one without a store");
            }
            return DurableClientSessions.note(kept, name)
                    .map(note -> AgreementNote.read(note, contract))
                    .flatMap(agreement -> resume(kept, agreement));
        }

        private Optional<StreamClient> resume(ContextStore kept, Agreement noted) {
            contract.checkSame(noted);
            Agreement agreement = own(noted);
            ParleyRuntime runtime = ParleyRuntime.builder()
                    .limits(agreement.limits())
                    .durable(kept)
                    .build();
            Optional<ReopenedSession> reopened = Optional.empty();
            try {
                reopened = runtime.durableSessions().reopen(name, agreement, handlers.build());
            } finally {
                if (reopened.isEmpty()) {
                    runtime.close();
                }
            }
            return reopened.map(left -> {
                List<UnfinishedCall> calls = left.calls().stream()
                        .map(call -> new UnfinishedCall(call, contract.streamer()))
                        .toList();
                if (!calls.isEmpty()) {
                    onRestart.accept(calls);
                }
                return new StreamClient(runtime, left.conversation(), contract.streamer(), timeout, true);
            });
        }

        /**
         * Connects and opens a session. Blocks until it is open.
         *
         * @throws IllegalArgumentException if this client is {@link #durable} and the endpoint is not
         * @throws IllegalStateException if the previous process left a session of that name, which {@link #resume}
         *     continues
         * @throws ParleyException {@code NEGOTIATION} if the endpoint has another contract; {@code CONNECT_FAILED},
         *     {@code TOKEN_REFUSED} and the other codes of {@link ParleyRuntime#open}
         */
        public StreamClient open(Invitation invitation) {
            contract.checkSame(invitation.agreement());
            Agreement agreement = own(invitation.agreement());
            ContextStore kept = store;
            ParleyRuntime.Builder building = ParleyRuntime.builder().limits(agreement.limits());
            ParleyRuntime runtime =
                    kept == null ? building.build() : building.durable(kept).build();
            try {
                Conversation conversation =
                        joined(open(runtime, agreement, invitation.token()).toCompletableFuture());
                return new StreamClient(runtime, conversation, contract.streamer(), timeout, kept != null);
            } catch (RuntimeException e) {
                runtime.close();
                throw e;
            }
        }

        /** Returns the agreement with this side's own settings. */
        private Agreement own(Agreement agreement) {
            Duration set = keepAlive;
            return set == null
                    ? agreement
                    : agreement.withOwn(agreement.limits().with(Limit.KEEP_ALIVE_MILLIS, set.toMillis()));
        }

        private CompletionStage<Conversation> open(ParleyRuntime runtime, Agreement agreement, byte[] token) {
            return store == null
                    ? runtime.open(agreement, token, new byte[0], handlers.build())
                    : runtime.durableSessions()
                            .open(name, AgreementNote.write(agreement), agreement, token, handlers.build());
        }
    }
}
