package io.parley.transport.jms.endpoint;

import io.parley.channel.Address;
import io.parley.channel.Protection;
import io.parley.context.ContextStore;
import io.parley.endpoint.Contract;
import io.parley.endpoint.Draining;
import io.parley.endpoint.EndpointCounts;
import io.parley.endpoint.EndpointServer;
import io.parley.endpoint.HandledCalls;
import io.parley.endpoint.Handlers;
import io.parley.endpoint.negotiated.DurableSessions;
import io.parley.endpoint.negotiated.NegotiatedEndpointBuilder;
import io.parley.endpoint.negotiated.OfferService;
import io.parley.endpoint.negotiated.SoapRequests;
import io.parley.runtime.ParleyRuntime;
import io.parley.runtime.RuntimeListener;
import io.parley.runtime.StoredAgreements;
import io.parley.transport.jms.AnsweredRequests;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import io.parley.transport.jms.ListenerHost;
import io.parley.transport.jms.QueueServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Service on one queue, without CXF: it serves SOAP 1.1 and 1.2 over JMS (document/literal; SOAP over Java Message
 * Service 1.0), and the offers of clients that hold the same contract, which then open sessions on the jms channel
 * through the same broker. Its threads are daemons: {@link #awaitClose} keeps a program alive. Thread-safe.
 *
 * <p>A request leaves the queue when its response has been sent. If the process ends before, or the broker is lost, it
 * is delivered again, to this or another instance, marked by {@link io.parley.endpoint.EndpointSession#isRedelivered}.
 * A call that fails is answered with a fault; a message without a response whose handler fails is delivered again,
 * until the broker moves it to its dead letters. Messages that are neither text nor bytes, or whose reply destination
 * is not a temporary queue, are moved there unread.
 *
 * <pre>{@code
 * JmsEndpoint endpoint = JmsEndpoint.serve(contract)
 *         .on("sum", Numbers.class, numbers -> new Total(numbers))
 *         .start(BrokerAccess.byUrl("tcp://broker:61616"), "sums");
 * }</pre>
 */
public final class JmsEndpoint implements EndpointServer {
    private final Parts parts;
    private final QueueServer requests;
    private final String queue;
    private final HandledCalls calls;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Parts of an endpoint apart from the consumers of its queue. */
    private record Parts(JmsChannelProvider channel, ParleyRuntime runtime, RuntimeListener listening) {
        void close() {
            listening.close();
            runtime.close();
            channel.close();
        }
    }

    private JmsEndpoint(Parts parts, QueueServer requests, String queue, HandledCalls calls) {
        this.parts = parts;
        this.requests = requests;
        this.queue = queue;
        this.calls = calls;
    }

    /** Returns a builder of a service for the contract. */
    public static Builder serve(Contract contract) {
        return new Builder(contract);
    }

    /** Returns the name of its queue. */
    public String queue() {
        return queue;
    }

    @Override
    public int sessions() {
        return parts.runtime().sessions();
    }

    @Override
    public EndpointCounts counts() {
        return new EndpointCounts(
                sessions(),
                calls.streamed(),
                calls.bySoap(),
                calls.failed(),
                requests.heldBytes() + parts.runtime().reservedBytes(),
                parts.runtime().traffic());
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException always: its connections are those to the broker, whose certificate is the broker's
     */
    @Override
    public void renew(Protection.Certified certified) {
        throw new IllegalStateException(
                "jms: expected an endpoint with a certificate, found one on the queue " + queue + " of a broker");
    }

    /**
     * Drains the endpoint: requests stay on the queue, for other instances, sessions are asked to start no more calls,
     * and work under way is completed and answered. Then, or when the time is over, it closes, which leaves durable
     * sessions to the next process. Blocks until then.
     *
     * @return whether all work was completed in time
     */
    @Override
    public boolean drain(Duration within) {
        try {
            CompletableFuture<Void> all = CompletableFuture.allOf(
                    requests.finish().toCompletableFuture(),
                    parts.runtime().drain().toCompletableFuture());
            return Draining.await(all, within, "jms:queue:" + queue);
        } finally {
            close();
        }
    }

    @Override
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    /**
     * Stops listening, leaves durable sessions to the next process, and closes all others; requests that are not
     * answered yet return to the queue. Blocks. Idempotent.
     */
    @Override
    public void close() {
        requests.close();
        parts.close();
        closed.countDown();
    }

    /** Builder of a service. Not thread-safe. */
    public static final class Builder extends NegotiatedEndpointBuilder<Builder> {
        private static final int CONSUMERS = 4;

        private JmsSettings settings = JmsSettings.defaults();
        private int consumers = CONSUMERS;
        private boolean usersTrusted;
        private int port;
        private @Nullable ContextStore answered;

        private Builder(Contract contract) {
            super(contract);
        }

        @Override
        protected Builder self() {
            return this;
        }

        /** Sets the settings of the broker and the jms channel. Default: {@link JmsSettings#defaults()}. */
        public Builder settings(JmsSettings value) {
            settings = value;
            return this;
        }

        /**
         * Sets the number of SOAP requests handled concurrently. Default: 4.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder consumers(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("jms: expected 1 or more consumers, found " + value);
            }
            consumers = value;
            return this;
        }

        /**
         * Sets the port in the address of its listener on the jms channel, which no other listener of the queue has.
         * {@link #durable} sessions need one, at which the next process continues them. Default: 0, which selects a
         * free one.
         */
        public Builder port(int value) {
            port = value;
            return this;
        }

        /**
         * Trusts JMSXUserID as the name of a session's owner. Only for a broker that sets it on every message itself,
         * such as {@link io.parley.transport.jms.EmbeddedBroker} with users. Default: callers have no names.
         */
        public Builder usersOfBroker() {
            usersTrusted = true;
            return this;
        }

        /**
         * Records handled requests in a store: up to 8,192 of the queue, for a day. A redelivered request that is
         * recorded, by this or another instance with the same store, is not run again; a caller that still waits for it
         * gets {@code CONNECTION_LOST}. This costs a write per request, before its response is sent, and a read per
         * redelivered request. While the store is not available, requests are handled as without it. Default: none,
         * redelivered requests run again, marked.
         *
         * @param value shared by all instances; closed by the caller, after the endpoint
         */
        public Builder withStore(ContextStore value) {
            answered = value;
            return this;
        }

        /**
         * Starts serving.
         *
         * @param broker with the credentials of this service
         * @param queue name of the queue at the broker
         * @throws IOException if the broker is not reachable, or refuses
         * @throws IllegalArgumentException if the compression is not available; if the service is durable without a
         *     port, or has a host, which a queue does not have
         */
        public JmsEndpoint start(BrokerAccess broker, String queue) throws IOException {
            checkPossible();
            Handlers built = handlers();
            JmsChannelProvider channel = JmsChannelProvider.create(broker, settings);
            ParleyRuntime runtime = runtime(ParleyRuntime.builder().channels(List.of(channel)));
            Parts parts = null;
            try {
                DurableSessions durable = durable(built);
                if (durable != null) {
                    runtime.recover(durable);
                }
                RuntimeListener listening =
                        runtime.listen(JmsChannel.NAME, new Address(ListenerHost.of(queue), port), null);
                parts = new Parts(channel, runtime, listening);
                OfferService offers = new OfferService(terms(), built, new JmsChannel(runtime, listening), durable);
                QueueHandler handler = new QueueHandler(
                        limits(),
                        runtime::reserveObjects,
                        new SoapRequests(limits(), contract().soapText(), built, offers));
                QueueServer requests = QueueServer.open(broker, queue, requests(queue), handler);
                runtime.restore();
                return new JmsEndpoint(parts, requests, queue, calls());
            } catch (IOException | RuntimeException e) {
                if (parts == null) {
                    runtime.close();
                    channel.close();
                } else {
                    parts.close();
                }
                throw e;
            }
        }

        private QueueServer.Settings requests(String queue) {
            AnsweredRequests recorded = answered == null ? null : new AnsweredRequests(answered, queue);
            return new QueueServer.Settings(settings, consumers, usersTrusted, limits(), recorded);
        }

        private @Nullable DurableSessions durable(Handlers built) {
            ContextStore kept = store();
            return kept == null
                    ? null
                    : new DurableSessions(
                            new StoredAgreements(() -> kept, seal(), limits()), terms(), built, new NextAtBroker());
        }

        private void checkPossible() {
            if (store() != null && port == 0) {
                throw new IllegalArgumentException(
                        "jms: expected a port for durable sessions, at which the next process continues them, found"
                                + " none; set it by port(…)");
            }
            if (hasHost()) {
                throw new IllegalArgumentException(
                        "jms: expected the queue alone as the address of the service, found a host too");
            }
        }
    }
}
