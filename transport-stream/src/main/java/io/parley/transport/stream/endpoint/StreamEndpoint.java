package io.parley.transport.stream.endpoint;

import io.parley.Limits;
import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.context.ContextStore;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.CallObserver;
import io.parley.runtime.Contract;
import io.parley.runtime.EndpointCounts;
import io.parley.runtime.EndpointSession;
import io.parley.runtime.HandledCalls;
import io.parley.runtime.HandlerSet;
import io.parley.runtime.Handlers;
import io.parley.runtime.Listening;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOG = LoggerFactory.getLogger(StreamEndpoint.class);

    private final ParleyRuntime runtime;
    private final Listening listening;
    /** As it would be without protection: the certificate may be renewed. */
    private final Agreement plain;

    private final Handlers handlers;
    private final HandledCalls calls;
    private final CountDownLatch closed = new CountDownLatch(1);

    private StreamEndpoint(
            ParleyRuntime runtime, Listening listening, Agreement plain, Handlers handlers, HandledCalls calls) {
        this.runtime = runtime;
        this.listening = listening;
        this.plain = plain;
        this.handlers = handlers;
        this.calls = calls;
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
        String certificate = listening.certificate();
        Agreement agreement = certificate.isEmpty() ? plain : plain.protectedBy(certificate);
        return new Invitation(agreement, runtime.issue(agreement, principal, null, handlers));
    }

    /**
     * Shows this certificate from now on; sessions that are open, and invitations that were given out, stay good.
     *
     * @throws IllegalStateException if the endpoint is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    public void renew(Protection.Certified certified) {
        listening.renew(certified);
    }

    /** Sessions that are open now. */
    public int sessions() {
        return runtime.sessions();
    }

    /** What it did so far, and holds now. */
    public EndpointCounts counts() {
        return new EndpointCounts(
                sessions(), calls.streamed(), 0, calls.failed(), runtime.reservedBytes(), runtime.traffic());
    }

    /**
     * Ends in order: clients are told to begin nothing more, and what is under way is finished and answered. Then, or when the
     * time is over, it closes. Blocks until then. Durable sessions are over as well: a process that only makes room for
     * the next one is closed.
     *
     * @return whether everything was finished in that time
     */
    public boolean drain(Duration within) {
        try {
            runtime.drain().toCompletableFuture().get(within.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            LOG.warn("{}: calls are still under way after {}; they are cut off", listening.address(), within);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(listening.address() + ": cannot be drained", e);
        } finally {
            close();
        }
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
        private Protection protection = Protection.NONE;
        private String representation = "hhfr";
        private String compression = CompressionTerm.NONE;
        private boolean resumable;
        private @Nullable ContextStore store;
        private final List<HostPort> alternatives = new ArrayList<>();
        private final HandledCalls calls = new HandledCalls();

        private Builder(Contract contract) {
            this.contract = contract;
            this.handlers = new HandlerSet(contract);
            handlers.observer(calls);
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
        public <Q> Builder on(String operation, Class<Q> type, BiFunction<? super Q, EndpointSession, ?> handler) {
            handlers.add(operation, true, type, handler);
            return this;
        }

        /** Takes messages that have no response. */
        public <Q> Builder onMessage(String operation, Class<Q> type, BiConsumer<? super Q, EndpointSession> handler) {
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

        /** Is told of each call that handlers took. */
        public Builder observer(CallObserver value) {
            handlers.observer(value);
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
         * Lets everything go over TLS: with a certificate of the endpoint's own making ({@link Protection.Ephemeral}), or with
         * one that it is given ({@link Protection.Certified}; {@link io.parley.channel.KeyStoreFile} reads one). Invitations
         * have its fingerprint, and clients talk to nobody who shows another. Default: in the clear.
         */
        public Builder protection(Protection value) {
            protection = value;
            return this;
        }

        /**
         * The form of messages: {@code hhfr}, typed and binary; {@code tdxml}, tables of text that can be read without this
         * library; {@code bnux} and {@code xml}, or with {@code parley-codecs} {@code exi}, {@code exi-schema} and {@code
         * fastinfoset}. Clients need it on their class path too. Default: {@code hhfr}.
         *
         * @throws IllegalArgumentException if it is not on the class path, or cannot carry the contract's messages
         */
        public Builder representation(String name) {
            contract.checkCarried(name);
            representation = name;
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
         * As {@link #resumable}, and sessions outlive this process: what clients were told that it arrived, and what they may
         * not have received, is in the store before they are told. An endpoint that is started after a crash, with the same
         * contract and limits, goes on with the sessions that it finds there. Calls whose answer was stored are not run
         * again; what was perhaps handled comes again, and {@link EndpointSession#isRedelivered} says so. Does not go with
         * the {@link #compression} {@code delta} or with {@link Protection.Ephemeral}, whose certificate ends with the process: with a
         * certificate of the operator's the endpoint that goes on has to show the same one. Binaries stand in their messages.
         *
         * @param kept stays the caller's, who closes it after the endpoint
         */
        public Builder durable(ContextStore kept) {
            store = kept;
            return this;
        }

        /**
         * Names another endpoint of the same contract and limits over the same shared store, for invitations: a client whose
         * endpoint is gone goes on there. The user of the client answers for the host.
         */
        public Builder orAt(String otherHost, int port) {
            alternatives.add(new HostPort(otherHost, port));
            return this;
        }

        /**
         * Listens; port 0 takes a free one.
         *
         * @throws IOException if the address cannot be bound
         * @throws IllegalArgumentException if there is no such compression here, the protection is none for a listener, or its
         *     key cannot be used
         */
        public StreamEndpoint start(int port) throws IOException {
            ParleyRuntime.Builder building = ParleyRuntime.builder().limits(limits);
            if (store != null) {
                building.durable(store);
            }
            ParleyRuntime runtime = building.build();
            try {
                Handlers built = handlers.build();
                if (store != null) {
                    checkDurable();
                    // The digest, which is what such sessions are known by, does not hold the address.
                    Agreement kept = agreement(runtime, new Address(host, Math.max(1, port)));
                    runtime.recover(asProtected(kept), null, built);
                }
                Listening listening = runtime.listen("stream", new Address(host, port), advertised, protection);
                return new StreamEndpoint(runtime, listening, agreement(runtime, listening.address()), built, calls);
            } catch (IOException | RuntimeException e) {
                runtime.close();
                throw e;
            }
        }

        private void checkDurable() {
            if (protection instanceof Protection.Ephemeral) {
                throw new IllegalArgumentException(
                        "a durable endpoint: expected no protection, or a certificate that outlives"
                                + " the process, found an ephemeral one; its sessions could not go on");
            }
        }

        /** The digest of an agreement over TLS holds the certificate, which the next process has to show again. */
        private Agreement asProtected(Agreement kept) {
            return protection instanceof Protection.Certified certified
                    ? kept.protectedBy(Protection.fingerprint(certified.chain().get(0)))
                    : kept;
        }

        private Agreement agreement(ParleyRuntime runtime, Address at) {
            Agreement plain = contract.agreement(at, limits, representation).or(alternatives);
            Agreement agreed = compression.equals(CompressionTerm.NONE) ? plain : plain.compressed(known(runtime));
            if (store != null) {
                return agreed.reliable(Reliability.DURABLE);
            }
            return resumable ? agreed.reliable(Reliability.RESUME) : agreed;
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
