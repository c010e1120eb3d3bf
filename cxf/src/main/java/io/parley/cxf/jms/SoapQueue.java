package io.parley.cxf.jms;

import io.parley.Durations;
import io.parley.context.ContextStore;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.GuardedFactory;
import io.parley.transport.jms.JmsSettings;
import jakarta.jms.DeliveryMode;
import java.time.Duration;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.AbstractFeature;
import org.apache.cxf.transport.jms.JMSConduit;
import org.apache.cxf.transport.jms.JMSConfiguration;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSDestination;
import org.jspecify.annotations.Nullable;

/**
 * A queue that SOAP messages go over (SOAP over Java Message Service 1.0, W3C), as one feature for clients and services, with
 * Parley or without: {@code setAddress(queue.address())} and {@code getFeatures().add(queue)} is all that an endpoint needs.
 * The broker is given as an object; nothing is looked up by a name.
 *
 * <p>A service takes a request off the queue when it has answered it. If it dies before, the request is redelivered, to it or to
 * another instance, and is marked as that (JMSRedelivered, which CXF shows among the message's headers); {@link #withStore}
 * lets those that had been answered be dropped. One that was delivered five times goes to the broker's dead letters. Messages that are neither text nor bytes, that want their
 * answer anywhere but on a temporary queue, or that have more than a hundred properties go there unread. Immutable.
 */
public final class SoapQueue extends AbstractFeature {
    private static final int CONSUMERS = 4;
    private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(60);
    private static final int RETRY_MILLIS = 500;

    private final BrokerAccess broker;
    private final String name;
    private final JmsSettings settings;
    private final Sending sending;
    private final Receiving receiving;

    /**
     * How messages are sent.
     *
     * @param bytes whether a client's requests are BytesMessages
     * @param persistent whether they outlive the broker
     */
    private record Sending(boolean bytes, boolean persistent) {}

    /**
     * How they are received.
     *
     * @param usersTrusted whether callers are whom the broker names
     * @param consumers requests that are handled at a time
     * @param timeout for which a client waits for an answer
     * @param answered where a service remembers handled requests; null if it does not
     */
    private record Receiving(
            boolean usersTrusted,
            int consumers,
            Duration timeout,
            @Nullable ContextStore answered) {}

    private SoapQueue(BrokerAccess broker, String name, JmsSettings settings, Sending sending, Receiving receiving) {
        this.broker = broker;
        this.name = name;
        this.settings = settings;
        this.sending = sending;
        this.receiving = receiving;
    }

    private SoapQueue with(Sending value) {
        return new SoapQueue(broker, name, settings, value, receiving);
    }

    private SoapQueue with(Receiving value) {
        return new SoapQueue(broker, name, settings, sending, value);
    }

    /**
     * Returns that queue of a broker with the defaults: text messages, persistent, four consumers, a minute for an
     * answer.
     *
     * @param name of letters, digits, {@code _}, {@code .} and {@code -} alone if the jms channel shall listen to it
     *     too
     */
    public static SoapQueue of(BrokerAccess broker, String name) {
        return new SoapQueue(
                broker,
                name,
                JmsSettings.defaults(),
                new Sending(false, true),
                new Receiving(false, CONSUMERS, RECEIVE_TIMEOUT, null));
    }

    /** Returns a queue with these settings of the broker beside it: dead letters, and those of the jms channel. */
    public SoapQueue with(JmsSettings value) {
        return new SoapQueue(broker, name, value, sending, receiving);
    }

    /** A client's requests go as BytesMessages; services answer in the kind that they were asked in. */
    public SoapQueue withBytes() {
        return with(new Sending(true, sending.persistent()));
    }

    /** Messages do not outlive the broker, and are not written to its disk. */
    public SoapQueue withoutPersistence() {
        return with(new Sending(sending.bytes(), false));
    }

    /**
     * A service's callers are whom the broker names in JMSXUserID. Only for a broker that sets it on every message itself, as
     * {@link io.parley.transport.jms.EmbeddedBroker} with users does; on others everybody is whom he likes to be.
     */
    public SoapQueue withUsersOfBroker() {
        return with(new Receiving(true, receiving.consumers(), receiving.timeout(), receiving.answered()));
    }

    /** Returns a queue with that many requests handled at a time. */
    public SoapQueue withConsumers(int value) {
        return with(new Receiving(receiving.usersTrusted(), value, receiving.timeout(), receiving.answered()));
    }

    /** Returns a queue with that time for which a client waits for an answer. */
    public SoapQueue withReceiveTimeout(Duration value) {
        return with(new Receiving(
                receiving.usersTrusted(), receiving.consumers(), Durations.bounded(value), receiving.answered()));
    }

    /**
     * Returns a queue whose service remembers handled requests in that store: up to 8,192 of the queue, for a day. A
     * remembered request that comes again, to it or to another instance with the same store, is taken off the queue and
     * not run. It costs a write for each request and, for one that is marked as redelivered, a read. While the store is
     * not available, delivery is as without it: at least once, marked.
     *
     * @param store shared by all instances; stays open, the caller's
     */
    public SoapQueue withStore(ContextStore store) {
        return with(new Receiving(receiving.usersTrusted(), receiving.consumers(), receiving.timeout(), store));
    }

    /** The address of endpoints on this queue. */
    public String address() {
        return "jms:queue:" + name;
    }

    @Override
    public void initialize(Client client, Bus bus) {
        if (!(client.getConduit() instanceof JMSConduit conduit)) {
            throw notHere(client.getEndpoint().getEndpointInfo().getAddress());
        }
        setUp(conduit.getJmsConfig());
    }

    @Override
    public void initialize(Server server, Bus bus) {
        if (!(server.getDestination() instanceof JMSDestination destination)) {
            throw notHere(server.getEndpoint().getEndpointInfo().getAddress());
        }
        JMSConfiguration configuration = destination.getJmsConfig();
        setUp(configuration);
        configuration.setConcurrentConsumers(receiving.consumers());
        configuration.setSessionTransacted(true);
        configuration.setRetryInterval(RETRY_MILLIS);
        ContextStore answered = receiving.answered();
        if (answered != null) {
            new Repeats(answered, name).guard(server.getEndpoint());
        }
    }

    private void setUp(JMSConfiguration configuration) {
        if (!name.equals(configuration.getTargetDestination())) {
            throw notHere(String.valueOf(configuration.getTargetDestination()));
        }
        configuration.setConnectionFactory(GuardedFactory.of(broker.factory(), settings));
        configuration.setUserName(broker.user());
        configuration.setPassword(broker.password());
        configuration.setMessageType(sending.bytes() ? JMSConstants.BYTE_MESSAGE_TYPE : JMSConstants.TEXT_MESSAGE_TYPE);
        configuration.setExplicitQosEnabled(true);
        configuration.setDeliveryMode(sending.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        configuration.setReceiveTimeout(receiving.timeout().toMillis());
        configuration.setCreateSecurityContext(receiving.usersTrusted());
        ObjectMessages.refuse(configuration);
    }

    /** Returns whether a queue of this class has set that configuration up. */
    static boolean hasSetUp(JMSConfiguration configuration) {
        return configuration.getConnectionFactory() instanceof GuardedFactory;
    }

    private IllegalStateException notHere(String found) {
        return new IllegalStateException("expected an endpoint with the address " + address() + ", found " + found);
    }
}
