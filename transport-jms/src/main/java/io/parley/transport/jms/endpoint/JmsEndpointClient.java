package io.parley.transport.jms.endpoint;

import io.parley.endpoint.Contract;
import io.parley.endpoint.negotiated.NegotiatedClient;
import io.parley.endpoint.negotiated.NegotiatedClientBuilder;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import io.parley.transport.jms.ListenerHost;
import io.parley.transport.jms.QueueClient;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Client of a service on a queue: calls on a session of the jms channel where the service agrees to one, otherwise by
 * plain SOAP over JMS with a named reason. Messages without a response always go to the queue, which keeps them until
 * they are handled. Thread-safe.
 *
 * <pre>{@code
 * try (JmsEndpointClient client = JmsEndpointClient.of(contract).open(broker, "sums")) {
 *     Total total = client.call(SUM, new Numbers(1, 2, 3));
 * }
 * }</pre>
 */
public final class JmsEndpointClient extends NegotiatedClient {
    private final JmsChannelProvider channel;
    private final QueueClient queue;

    private JmsEndpointClient(
            Builder from, ParleyRuntime runtime, Reached reached, JmsChannelProvider channel, QueueClient queue) {
        super(from, runtime, reached);
        this.channel = channel;
        this.queue = queue;
    }

    /** Returns a builder of a client for the contract. */
    public static Builder of(Contract contract) {
        return new Builder(contract);
    }

    /**
     * Sends a message that has no response to the queue; blocks until the broker has it.
     *
     * @throws io.parley.ParleyException if the message could not be sent
     */
    @Override
    public void send(String operation, Object value) {
        sendBySoap(operation, value);
    }

    /** Returns the session of the latest calls; null before the first. */
    @Nullable
    Conversation session() {
        return latestSession();
    }

    @Override
    public void close() {
        super.close();
        queue.close();
        channel.close();
    }

    /** Builder of a client. Not thread-safe. */
    public static final class Builder extends NegotiatedClientBuilder<Builder> {
        private JmsSettings settings = JmsSettings.defaults();
        private boolean bytes;
        private boolean persistent = true;

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

        /** Sends SOAP requests as BytesMessages. Default: as text. */
        public Builder bytes() {
            bytes = true;
            return this;
        }

        /** Sends SOAP messages that the broker may lose when it restarts. Default: persistent ones. */
        public Builder withoutPersistence() {
            persistent = false;
            return this;
        }

        /**
         * Creates a client of the service on a queue. Nothing is sent before the first call.
         *
         * @param broker with the credentials of this client
         * @param queue name of the queue at the broker
         * @throws IllegalArgumentException if a setting is not valid
         */
        public JmsEndpointClient open(BrokerAccess broker, String queue) {
            JmsChannelProvider channel = JmsChannelProvider.create(broker, settings);
            ParleyRuntime runtime = runtime(ParleyRuntime.builder().channels(List.of(channel)));
            QueueClient requests = QueueClient.of(broker, queue, new QueueClient.Settings(settings, bytes, persistent));
            QueueSoap soap =
                    new QueueSoap(requests, version(), limits(), contract().soapText(), runtime::reserveObjects);
            QueueService service = new QueueService(
                    runtime,
                    soap,
                    new ServiceAddress(ListenerHost.of(queue), false),
                    contract().description(),
                    handlers());
            SessionKey key = SessionKey.of(
                    "",
                    requests.address(),
                    new QName(contract().namespace(), ""),
                    CredentialsIdentity.none(),
                    SessionKey.NO_TLS);
            Reached reached = new Reached(key, soap, service, List.of(JmsChannel.NAME));
            return new JmsEndpointClient(this, runtime, reached, channel, requests);
        }
    }
}
