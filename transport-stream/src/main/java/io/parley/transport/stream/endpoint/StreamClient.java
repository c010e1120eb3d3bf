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
import io.parley.runtime.IncomingMessage;
import io.parley.runtime.KeptSessions;
import io.parley.runtime.OutgoingMessage;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.Reopened;
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
 * The client of a {@link StreamEndpoint}: one session. Thread-safe; calls of several threads travel side by side.
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
    /** Whether the session outlives this process. */
    private final boolean durable;

    private StreamClient(
            ParleyRuntime runtime, Conversation conversation, Streamer streamer, Duration timeout, boolean durable) {
        this.runtime = runtime;
        this.conversation = conversation;
        this.streamer = streamer;
        this.timeout = timeout;
        this.durable = durable;
    }

    /** Begins a client for that contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    @Override
    public Duration timeout() {
        return timeout;
    }

    /** {@inheritDoc} It fails with {@code CANCELLED} if this thread is interrupted meanwhile. */
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
     * Sends a message that has no response. A client that is {@link Builder#durable} waits until it is stored: once this
     * returns it arrives even if this process ends.
     *
     * @throws ParleyException if it could not be sent; {@code TIMEOUT} if it was not stored in time, and may arrive all the
     *     same
     */
    @Override
    public void send(String operation, Object value) {
        OutgoingMessage message = streamer.send(conversation::beginOneWay, operation, value);
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
                            + " ms, found that it waits",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(ErrorCode.CANCELLED, "the calling thread was interrupted", e);
        }
    }

    /** Returns whether more may be sent. */
    public boolean isOpen() {
        return conversation.isOpen();
    }

    /**
     * Completes when the session is over, exceptionally with a {@link ParleyException} if it was not by an orderly end.
     */
    public CompletionStage<Void> closed() {
        return conversation.closed();
    }

    /**
     * Lets work under way finish, for ten seconds, then closes. If it does not finish, a client that is {@link
     * Builder#durable} leaves its session to the next. Idempotent.
     */
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

    /**
     * Ends this client at once and, if it is {@link Builder#durable}, leaves its session to the next: the endpoint keeps it for
     * {@code parley.limits.resume-millis}. Calls that wait for their answers fail here. Idempotent.
     */
    public void leave() {
        runtime.close();
    }

    private Call request(String operation, Object value, Duration within) {
        Duration limit = Durations.bounded(within);
        return streamer.send(() -> conversation.beginCall(operation, limit), operation, value);
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
        private @Nullable Duration keepAlive;
        private @Nullable ContextStore store;
        private String name = "";
        private Consumer<? super List<UnfinishedCall>> onRestart = calls -> {};

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

        /** Takes messages of that operation that the endpoint sends by itself. */
        public <Q> Builder onMessage(Operation<Q, Void> operation, Consumer<? super Q> handler) {
            return onMessage(operation.name(), operation.requestType(), handler);
        }

        /** Sets the time limit of calls that have none of their own. Default: 60 seconds. */
        public Builder timeout(Duration value) {
            timeout = Durations.bounded(value);
            return this;
        }

        /**
         * Sets the time without anything from the endpoint after which it is lost; it is asked for a sign of life after
         * half of that. Default: the endpoint's limit, 30 seconds unless it was set. After a call ran out of time the
         * endpoint is asked at once, and lost within about a second unless anything comes.
         *
         * @throws IllegalArgumentException if it is shorter than a millisecond
         */
        public Builder keepAlive(Duration value) {
            var unused = Limits.defaults().with(Limit.KEEP_ALIVE_MILLIS, value.toMillis());
            keepAlive = value;
            return this;
        }

        /**
         * Lets the session outlive this process, if the endpoint is durable too: messages are in the store before they
         * go out, and a client that is made after a crash with the same name {@link #resume resumes} it. One-way
         * messages then are not lost, and {@link #onRestart} gets the calls that were under way. A client has a store
         * in a file to itself.
         *
         * @param kept stays the caller's, who closes it after the client
         * @param as by which the next process asks for the session; one client at a time has it
         */
        public Builder durable(ContextStore kept, String as) {
            store = kept;
            name = as;
            return this;
        }

        /**
         * Sets the listener that {@link #resume} calls, before it returns, with the calls that the process before this
         * one had under way; it is not called if there were none. A call whose answer had just been taken may be among
         * them.
         */
        public Builder onRestart(Consumer<? super List<UnfinishedCall>> listener) {
            onRestart = listener;
            return this;
        }

        /**
         * Continues the session of that name that the process before this one left in the store: sends messages that
         * may not have arrived, and connects by itself, for as long as {@code parley.limits.resume-millis}; {@link
         * #closed} completes if the endpoint does not have the session any more.
         *
         * @return empty if there is none; then {@link #open} one
         * @throws IllegalStateException without {@link #durable}
         * @throws ParleyException {@code NEGOTIATION} or {@code DIGEST_MISMATCH} if the contract was another; {@code
         *     CONTEXT_UNAVAILABLE} if the store cannot be read; {@code BUDGET} if there is no room for what was stored
         */
        public Optional<StreamClient> resume() {
            ContextStore kept = store;
            if (kept == null) {
                throw new IllegalStateException("expected a client that is durable, found one without a store");
            }
            return KeptSessions.note(kept, name)
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
            Optional<Reopened> reopened = Optional.empty();
            try {
                reopened = runtime.kept().reopen(name, agreement, handlers.build());
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
         * Connects and opens; waits for it.
         *
         * @throws IllegalArgumentException if this client is {@link #durable} and the endpoint is not
         * @throws IllegalStateException if the process before this one left a session of that name, which {@link #resume}
         *     goes on with
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

        /** The agreement with what this side sets for itself. */
        private Agreement own(Agreement agreement) {
            Duration set = keepAlive;
            return set == null
                    ? agreement
                    : agreement.withOwn(agreement.limits().with(Limit.KEEP_ALIVE_MILLIS, set.toMillis()));
        }

        private CompletionStage<Conversation> open(ParleyRuntime runtime, Agreement agreement, byte[] token) {
            return store == null
                    ? runtime.open(agreement, token, new byte[0], handlers.build())
                    : runtime.kept().open(name, AgreementNote.write(agreement), agreement, token, handlers.build());
        }
    }
}
