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
 * A queue for SOAP messages (SOAP over Java Message Service 1.0, W3C), as one feature for clients and services, with or
 * without Parley. An endpoint needs only {@code setAddress(queue.address())} and {@code getFeatures().add(queue)}. The
 * broker is passed as an object; no name is looked up.
 *
 * <p>A service acknowledges a request after it has answered it. If its process ends before, the request is redelivered
 * to it or another instance, marked with JMSRedelivered, which CXF shows among the message's headers; {@link
 * #withStore} drops those that were already answered. After five deliveries a request is moved to the broker's dead
 * letters. Messages that are neither text nor bytes, whose reply destination is not a temporary queue, or that have
 * more than a hundred properties are moved there unread. Immutable.
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
     * Settings for sending.
     *
     * @param bytes whether a client's requests are BytesMessages
     * @param persistent whether messages survive a restart of the broker
     */
    private record Sending(boolean bytes, boolean persistent) {}

    /**
     * Settings for receiving.
     *
     * @param usersTrusted whether the broker's user names identify callers
     * @param consumers number of requests handled concurrently
     * @param timeout time limit of a client for a reply
     * @param answered store of answered requests; null for none
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
     * Returns a queue of that broker with the defaults: persistent text messages, four consumers, a reply timeout of
     * one minute.
     *
     * @param name name of the queue; the jms channel needs one of letters, digits, {@code _}, {@code .} and {@code -}
     *     only
     */
    public static SoapQueue of(BrokerAccess broker, String name) {
        return new SoapQueue(
                broker,
                name,
                JmsSettings.defaults(),
                new Sending(false, true),
                new Receiving(false, CONSUMERS, RECEIVE_TIMEOUT, null));
    }

    /** Returns a queue with these settings for the broker, dead letters and the jms channel. */
    public SoapQueue with(JmsSettings value) {
        return new SoapQueue(broker, name, value, sending, receiving);
    }

    /** Returns a queue whose clients send BytesMessages; services answer in the type of the request. */
    public SoapQueue withBytes() {
        return with(new Sending(true, sending.persistent()));
    }

    /** Returns a queue with non-persistent messages, which the broker does not write to disk and loses on a restart. */
    public SoapQueue withoutPersistence() {
        return with(new Sending(sending.bytes(), false));
    }

    /**
     * Returns a queue whose service trusts JMSXUserID as the caller's name. Only for a broker that sets it on every
     * message itself, such as {@link io.parley.transport.jms.EmbeddedBroker} with users; otherwise callers can
     * impersonate each other.
     */
    public SoapQueue withUsersOfBroker() {
        return with(new Receiving(true, receiving.consumers(), receiving.timeout(), receiving.answered()));
    }

    /** Returns a queue with that number of requests handled concurrently. */
    public SoapQueue withConsumers(int value) {
        return with(new Receiving(receiving.usersTrusted(), value, receiving.timeout(), receiving.answered()));
    }

    /** Returns a queue with that reply timeout of clients. */
    public SoapQueue withReceiveTimeout(Duration value) {
        return with(new Receiving(
                receiving.usersTrusted(), receiving.consumers(), Durations.bounded(value), receiving.answered()));
    }

    /**
     * Returns a queue whose service records answered requests in that store: up to 8,192 of the queue, for a day. A
     * redelivered request that is recorded, by this or another instance with the same store, is acknowledged without
     * running it. This costs a write per request and a read per redelivered request. While the store is not available,
     * delivery is at least once, marked as redelivered, as without a store.
     *
     * @param store a store shared by all instances; not closed by this feature
     */
    public SoapQueue withStore(ContextStore store) {
        return with(new Receiving(receiving.usersTrusted(), receiving.consumers(), receiving.timeout(), store));
    }

    /** Returns the address of endpoints on this queue. */
    public String address() {
        return "jms:queue:" + name;
    }

    @Override
    public void initialize(Client client, Bus bus) {
        if (!(client.getConduit() instanceof JMSConduit conduit)) {
            throw mismatch(client.getEndpoint().getEndpointInfo().getAddress());
        }
        setUp(conduit.getJmsConfig(), broker);
    }

    @Override
    public void initialize(Server server, Bus bus) {
        if (!(server.getDestination() instanceof JMSDestination destination)) {
            throw mismatch(server.getEndpoint().getEndpointInfo().getAddress());
        }
        JMSConfiguration configuration = destination.getJmsConfig();
        setUp(configuration, broker.unbuffered());
        configuration.setConcurrentConsumers(receiving.consumers());
        configuration.setSessionTransacted(true);
        configuration.setRetryInterval(RETRY_MILLIS);
        ContextStore answered = receiving.answered();
        if (answered != null) {
            new RedeliveryFilter(answered, name).guard(server.getEndpoint());
        }
    }

    private void setUp(JMSConfiguration configuration, BrokerAccess access) {
        if (!name.equals(configuration.getTargetDestination())) {
            throw mismatch(String.valueOf(configuration.getTargetDestination()));
        }
        configuration.setConnectionFactory(GuardedFactory.of(access.factory(), settings));
        configuration.setUserName(access.user());
        configuration.setPassword(access.password());
        configuration.setMessageType(sending.bytes() ? JMSConstants.BYTE_MESSAGE_TYPE : JMSConstants.TEXT_MESSAGE_TYPE);
        configuration.setExplicitQosEnabled(true);
        configuration.setDeliveryMode(sending.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
        configuration.setReceiveTimeout(receiving.timeout().toMillis());
        configuration.setCreateSecurityContext(receiving.usersTrusted());
        ObjectMessages.refuse(configuration);
    }

    /** Returns whether a SoapQueue has set up that configuration. */
    static boolean hasSetUp(JMSConfiguration configuration) {
        return configuration.getConnectionFactory() instanceof GuardedFactory;
    }

    private IllegalStateException mismatch(String found) {
        return new IllegalStateException("expected an endpoint with the address " + address() + ", found " + found);
    }
}
