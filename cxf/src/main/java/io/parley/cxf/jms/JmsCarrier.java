package io.parley.cxf.jms;

import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Route;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.GuardedFactory;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.jms.JMSConduit;
import org.apache.cxf.transport.jms.JMSConfiguration;
import org.apache.cxf.transport.jms.JMSConstants;
import org.apache.cxf.transport.jms.JMSDestination;
import org.apache.cxf.transport.jms.spec.JMSSpecConstants;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.jspecify.annotations.Nullable;

/**
 * SOAP over JMS, by CXF's transport, however its endpoints were set up. The service's name is that of its queue; the jms channel
 * goes over the same broker as the same user.
 */
public final class JmsCarrier implements Carrier {
    private static final List<String> LIBRARIES = List.of(
            "jakarta.jms.ConnectionFactory",
            "org.apache.cxf.transport.jms.JMSConduit",
            "io.parley.transport.jms.JmsChannelProvider");

    /** For {@link java.util.ServiceLoader}. */
    public JmsCarrier() {}

    @Override
    public boolean isAvailable() {
        return LIBRARIES.stream().allMatch(JmsCarrier::isThere);
    }

    private static boolean isThere(String library) {
        try {
            Class.forName(library, false, JmsCarrier.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public String channel() {
        return "jms";
    }

    @Override
    public boolean namesHosts() {
        return false;
    }

    @Override
    public boolean carries(Conduit conduit) {
        return conduit instanceof JMSConduit;
    }

    @Override
    public boolean carries(Destination destination) {
        return destination instanceof JMSDestination;
    }

    @Override
    public Optional<String> obstacle(Message call, Conduit conduit) {
        if (configuration(conduit).isPubSubDomain()) {
            return Optional.of("its destination is a topic");
        }
        return call.get(JMSConstants.JMS_CLIENT_REQUEST_HEADERS) == null
                ? Optional.empty()
                : Optional.of("JMS headers are set");
    }

    @Override
    public CredentialsIdentity credentials(Message call, Conduit conduit) {
        JMSConfiguration configuration = configuration(conduit);
        String user = configuration.getUserName();
        CredentialsIdentity who = user == null
                ? CredentialsIdentity.none()
                : CredentialsIdentity.of("jms", user, String.valueOf(configuration.getPassword()));
        return who.and(place(configuration));
    }

    /** Two brokers may have queues of one name. */
    private static CredentialsIdentity place(JMSConfiguration configuration) {
        int broker = System.identityHashCode(bare(configuration.getConnectionFactory()));
        return CredentialsIdentity.ofHeaders(Map.of(
                "jms-broker", List.of(Integer.toString(broker)),
                "jms-queue", List.of(String.valueOf(configuration.getTargetDestination()))));
    }

    @Override
    public Object protection(Message call, Conduit conduit) {
        return SessionKey.NO_TLS;
    }

    /** Whatever protects the way to the broker protects both, so no more is asked of the channel. */
    @Override
    public ServiceAddress service(String address, Conduit conduit) {
        return new ServiceAddress(String.valueOf(configuration(conduit).getTargetDestination()), false);
    }

    @Override
    public Duration receiveTimeout(Message call, Conduit conduit) {
        return Duration.ofMillis(configuration(conduit).getReceiveTimeout());
    }

    /** What the binding asks of each message: CXF refuses those without. */
    @Override
    public void complete(Message in, Conduit conduit) {
        Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) in.get(Message.PROTOCOL_HEADERS));
        headers.put(JMSSpecConstants.CONTENTTYPE_FIELD, List.of((String) in.get(Message.CONTENT_TYPE)));
        headers.put(
                JMSSpecConstants.REQUESTURI_FIELD,
                List.of(String.valueOf(configuration(conduit).getRequestURI())));
    }

    @Override
    public Conduit another(
            Conduit original, EndpointInfo endpoint, EndpointReferenceType target, Bus bus, Duration time) {
        return AskingConduit.like(configuration(original), target, bus, time);
    }

    @Override
    public Optional<Route> route(Conduit conduit) {
        return route(configuration(conduit));
    }

    @Override
    public Optional<Route> route(Destination destination) {
        return route(((JMSDestination) destination).getJmsConfig());
    }

    private static Optional<Route> route(JMSConfiguration configuration) {
        ConnectionFactory factory = configuration.getConnectionFactory();
        String queue = configuration.getTargetDestination();
        if (factory == null || queue == null || configuration.isPubSubDomain()) {
            return Optional.empty();
        }
        JmsSettings settings = factory instanceof GuardedFactory guarded ? guarded.settings() : JmsSettings.defaults();
        Place place = new Place(bare(factory), configuration.getUserName(), configuration.getPassword(), settings);
        return Optional.of(new Route(place, queue, () -> JmsChannelProvider.create(place.access(), settings)));
    }

    private static JMSConfiguration configuration(Conduit conduit) {
        return ((JMSConduit) conduit).getJmsConfig();
    }

    /** The channel looks at all messages itself. */
    private static ConnectionFactory bare(ConnectionFactory factory) {
        return factory instanceof GuardedFactory guarded ? guarded.bare() : factory;
    }

    /** A broker as somebody sees it. */
    private record Place(
            ConnectionFactory factory,
            @Nullable String user,
            @Nullable String password,
            JmsSettings settings) {
        BrokerAccess access() {
            BrokerAccess access = BrokerAccess.byFactory(factory);
            return user == null ? access : access.as(user, password == null ? "" : password);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "a broker as " + (user == null ? "nobody" : user);
        }
    }
}
