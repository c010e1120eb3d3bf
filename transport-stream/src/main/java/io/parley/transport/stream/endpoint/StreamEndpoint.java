package io.parley.transport.stream.endpoint;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;
import io.parley.runtime.Contract;
import io.parley.runtime.Listening;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A service on the stream channel alone. Clients are let in by {@link #invite}; the terms are made by API, not by SOAP
 * messages. Its threads are daemons: {@link #awaitClose} keeps a program alive. Thread-safe.
 *
 * <pre>{@code
 * StreamEndpoint endpoint = StreamEndpoint.serve(contract)
 *         .on("sum", Numbers.class, numbers -> new Total(numbers))
 *         .start(0);
 * Invitation invitation = endpoint.invite("a client");
 * }</pre>
 */
public final class StreamEndpoint implements AutoCloseable {
    private final ParleyRuntime runtime;
    private final Listening listening;
    private final Agreement agreement;
    private final Handlers handlers;
    private final CountDownLatch closed = new CountDownLatch(1);

    private StreamEndpoint(ParleyRuntime runtime, Listening listening, Agreement agreement, Handlers handlers) {
        this.runtime = runtime;
        this.listening = listening;
        this.agreement = agreement;
        this.handlers = handlers;
    }

    /** Begins a service for that contract. */
    public static Builder serve(Contract contract) {
        return new Builder(contract);
    }

    /** The port it listens on. */
    public int port() {
        return listening.address().port();
    }

    /**
     * Lets one client in.
     *
     * @param principal who it is, for the quota of sessions
     */
    public Invitation invite(String principal) {
        return new Invitation(agreement, runtime.issue(agreement, principal, null, handlers));
    }

    /** Sessions that are open now. */
    public int sessions() {
        return runtime.sessions();
    }

    /** Waits until {@link #close} was called. */
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /** Stops listening and closes every session. Idempotent. */
    @Override
    public void close() {
        listening.close();
        runtime.close();
        closed.countDown();
    }

    /** A service being set up. Not thread-safe. */
    public static final class Builder {
        private final Contract contract;
        private final HandlerSet handlers;
        private String host = "127.0.0.1";
        private @Nullable String advertised;
        private Limits limits = Limits.defaults();
        private String compression = CompressionTerm.NONE;
        private boolean resumable;

        private Builder(Contract contract) {
            this.contract = contract;
            this.handlers = new HandlerSet(contract);
        }

        /**
         * Answers requests of an operation. The handler may block.
         *
         * @throws IllegalArgumentException if the contract has no such operation, or its request is of another class
         */
        public <Q> Builder on(String operation, Class<Q> type, Function<? super Q, ?> handler) {
            return on(operation, type, (value, session) -> handler.apply(value));
        }

        /** Answers requests of an operation, and may send messages to the client by itself. */
        public <Q> Builder on(String operation, Class<Q> type, BiFunction<? super Q, StreamSession, ?> handler) {
            handlers.add(operation, true, type, handler);
            return this;
        }

        /** Takes messages that have no response. */
        public <Q> Builder onMessage(String operation, Class<Q> type, BiConsumer<? super Q, StreamSession> handler) {
            handlers.add(operation, false, type, (value, session) -> {
                handler.accept(value, session);
                return null;
            });
            return this;
        }

        /**
         * Declares that an operation's handler never blocks and is quick: for messages of one fragment it then runs on
         * the event loop, which saves two changes of threads and holds up all connections of that loop meanwhile.
         */
        public Builder nonBlocking(String operation) {
            handlers.nonBlocking(operation);
            return this;
        }

        /** The host or literal to listen on. Default: loopback only. */
        public Builder host(String value) {
            host = value;
            return this;
        }

        /** The host that invitations name, if clients know this machine by another. */
        public Builder advertise(String value) {
            advertised = value;
            return this;
        }

        /** Default: {@link Limits#defaults()}. */
        public Builder limits(Limits value) {
            limits = value;
            return this;
        }

        /**
         * Makes messages fewer bytes, at both sides: {@code zstd}, {@code lz4} or {@code gzip}, which are in {@code
         * parley-codecs}, for slow networks; or {@code delta}, which lets calls travel as differences from earlier calls of
         * their operation, kept for that by both sides, up to {@code parley.limits.delta-bytes} a session, for services that
         * are called with much the same again and again. Messages for which it does not pay go as they are. Default: {@code
         * none}.
         */
        public Builder compression(String name) {
            compression = name;
            return this;
        }

        /**
         * Lets sessions outlive their connections: after a cut, clients connect anew by themselves and everything goes on, at
         * most {@code parley.limits.resume-millis} later. What was sent is kept until it is acknowledged, up to {@code
         * parley.limits.resend-bytes} a session. Default: off.
         */
        public Builder resumable() {
            resumable = true;
            return this;
        }

        /**
         * Listens; port 0 takes a free one.
         *
         * @throws IOException if the address cannot be bound
         * @throws IllegalArgumentException if there is no such compression here
         */
        public StreamEndpoint start(int port) throws IOException {
            ParleyRuntime runtime = ParleyRuntime.builder().limits(limits).build();
            try {
                Listening listening = runtime.listen("stream", new Address(host, port), advertised);
                Agreement agreement = contract.agreement(listening.address(), limits);
                if (!compression.equals(CompressionTerm.NONE)) {
                    agreement = agreement.compressed(known(runtime));
                }
                if (resumable) {
                    agreement = agreement.reliable(Reliability.RESUME);
                }
                return new StreamEndpoint(runtime, listening, agreement, handlers.build());
            } catch (IOException | RuntimeException e) {
                runtime.close();
                throw e;
            }
        }

        private String known(ParleyRuntime runtime) {
            if (!runtime.compressions().contains(compression)) {
                throw new IllegalArgumentException(
                        "no compression is called " + compression + "; available are " + runtime.compressions());
            }
            return compression;
        }
    }
}
