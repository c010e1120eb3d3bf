package io.parley.transport.stream.endpoint;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Draining;
import io.parley.endpoint.EndpointBuilder;
import io.parley.endpoint.EndpointCounts;
import io.parley.endpoint.EndpointServer;
import io.parley.endpoint.HandledCalls;
import io.parley.endpoint.Handlers;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Reliability;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Service on the stream channel alone. Clients are admitted by {@link #invite}; the terms are set by API, not
 * negotiated by SOAP messages. Its threads are daemons: {@link #awaitClose} keeps a program alive. Thread-safe.
 *
 * <pre>{@code
 * StreamEndpoint endpoint = StreamEndpoint.serve(contract)
 *         .on("sum", Numbers.class, numbers -> new Total(numbers))
 *         .start(0);
 * Invitation invitation = endpoint.invite("a client");
 * }</pre>
 */
public final class StreamEndpoint implements EndpointServer {
    private final ParleyRuntime runtime;
    private final RuntimeListener listening;
    /** Agreement without protection; the current certificate is added for each invitation, since it may be renewed. */
    private final Agreement plain;

    private final Handlers handlers;
    private final HandledCalls calls;
    private final CountDownLatch closed = new CountDownLatch(1);

    private StreamEndpoint(
            ParleyRuntime runtime, RuntimeListener listening, Agreement plain, Handlers handlers, HandledCalls calls) {
        this.runtime = runtime;
        this.listening = listening;
        this.plain = plain;
        this.handlers = handlers;
        this.calls = calls;
    }

    /** Returns a builder of a service for the contract. */
    public static Builder serve(Contract contract) {
        return new Builder(contract);
    }

    /** Returns the port that it listens on. */
    public int port() {
        return listening.address().port();
    }

    /**
     * Issues an invitation for one client.
     *
     * @param principal identifies the client, for the quota of sessions
     */
    public Invitation invite(String principal) {
        String certificate = listening.certificate();
        Agreement agreement = certificate.isEmpty() ? plain : plain.protectedBy(certificate);
        return new Invitation(agreement, runtime.issue(agreement, principal, null, handlers));
    }

    /**
     * Replaces the certificate; open sessions and issued invitations stay valid.
     *
     * @throws IllegalStateException if the endpoint is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    @Override
    public void renew(Protection.Certified certified) {
        listening.renew(certified);
    }

    @Override
    public int sessions() {
        return runtime.sessions();
    }

    @Override
    public EndpointCounts counts() {
        return new EndpointCounts(
                sessions(), calls.streamed(), 0, calls.failed(), runtime.reservedBytes(), runtime.traffic());
    }

    /**
     * Drains the endpoint: clients are asked to start no more calls, and work under way is completed and answered.
     * Then, or when the time is over, it closes, which leaves durable sessions to the next process. Blocks until then.
     *
     * @return whether all work was completed in time
     */
    @Override
    public boolean drain(Duration within) {
        try {
            return Draining.await(runtime.drain(), within, listening.address());
        } finally {
            close();
        }
    }

    @Override
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /** Stops listening, leaves durable sessions to the next process, and closes all others. Idempotent. */
    @Override
    public void close() {
        listening.close();
        runtime.close();
        closed.countDown();
    }

    /** Builder of a service. Not thread-safe. */
    public static final class Builder extends EndpointBuilder<Builder> {
        private Protection protection = Protection.NONE;
        private String representation = "hhfr";
        private final List<HostPort> alternatives = new ArrayList<>();

        private Builder(Contract contract) {
            super(contract);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Protects all connections by TLS: with a certificate that the endpoint generates ({@link
         * Protection.Ephemeral}), or with a given one ({@link Protection.Certified}; {@link
         * io.parley.channel.KeyStoreFile} reads one). Invitations contain its fingerprint, and clients accept no other.
         * Default: unprotected.
         */
        public Builder protection(Protection value) {
            protection = value;
            return this;
        }

        /**
         * Sets the representation of messages: {@code hhfr}, typed and binary; {@code tdxml}, text tables that can be
         * read without this library; {@code bnux} and {@code xml}, or with {@code parley-codecs} {@code exi}, {@code
         * exi-schema} and {@code fastinfoset}. Clients need it on their class path too. Default: {@code hhfr}.
         *
         * @throws IllegalArgumentException if it is not on the class path, or cannot carry the contract's messages
         */
        public Builder representation(String name) {
            contract().checkCarried(name);
            representation = name;
            return this;
        }

        /**
         * Adds an alternative address to invitations: another endpoint of the same contract and limits over the same
         * shared store, where a client resumes if its endpoint is lost. The client's user is responsible for trusting
         * the host.
         */
        public Builder orAt(String otherHost, int port) {
            alternatives.add(new HostPort(otherHost, port));
            return this;
        }

        /**
         * Starts listening; port 0 selects a free one.
         *
         * @throws IOException if the address cannot be bound
         * @throws IllegalArgumentException if the compression is not available, the protection is not one for a
         *     listener, or its key cannot be used
         */
        public StreamEndpoint start(int port) throws IOException {
            ParleyRuntime runtime = runtime();
            try {
                Handlers built = handlers();
                if (store() != null) {
                    checkDurable();
                    // The digest, which identifies such sessions, does not include the address.
                    Agreement kept = agreement(new Address(host(), Math.max(1, port)));
                    runtime.recover(asProtected(kept), null, built);
                }
                RuntimeListener listening =
                        runtime.listen("stream", new Address(host(), port), advertised(), protection);
                runtime.restore();
                return new StreamEndpoint(runtime, listening, agreement(listening.address()), built, calls());
            } catch (IOException | RuntimeException e) {
                runtime.close();
                throw e;
            }
        }

        private void checkDurable() {
            if (protection instanceof Protection.Ephemeral) {
                throw new IllegalArgumentException(
                        "a durable endpoint: expected no protection, or a certificate that outlives"
                                + " the process, found an ephemeral one; its sessions could not be resumed");
            }
        }

        /**
         * Adds the certificate to the agreement: the digest includes it, so the next process has to present it again.
         */
        private Agreement asProtected(Agreement kept) {
            return protection instanceof Protection.Certified certified
                    ? kept.protectedBy(Protection.fingerprint(certified.chain().get(0)))
                    : kept;
        }

        private Agreement agreement(Address at) {
            Agreement plain = contract().agreement(at, limits(), representation).or(alternatives);
            Agreement agreed = compression().equals(CompressionTerm.NONE) ? plain : plain.compressed(compression());
            if (store() != null) {
                return agreed.reliable(Reliability.DURABLE);
            }
            return isResumable() ? agreed.reliable(Reliability.RESUME) : agreed;
        }
    }
}
