package io.parley.cxf.jms;

import io.parley.MissingClass;
import io.parley.ParleyException;
import io.parley.cxf.carrier.Carrier;
import io.parley.cxf.carrier.Route;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import io.parley.transport.jms.BrokerAccess;
import io.parley.transport.jms.GuardedFactory;
import io.parley.transport.jms.JmsChannelProvider;
import io.parley.transport.jms.JmsSettings;
import io.parley.transport.jms.ListenerHost;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.interceptor.Interceptor;
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
 * Carrier of SOAP over JMS by CXF's transport, however the endpoints were configured. The service's name is that of its
 * queue; the jms channel uses the same broker as the same user. Stateless.
 */
public final class JmsCarrier implements Carrier {
    private static final List<String> LIBRARIES = List.of(
            "jakarta.jms.ConnectionFactory",
            "org.apache.cxf.transport.jms.JMSConduit",
            "io.parley.transport.jms.JmsChannelProvider");

    /** Class name prefix of CXF's interceptors that set a connection factory. */
    private static final String FACTORY_SETTER = "org.apache.cxf.transport.jms.ConnectionFactoryFeature$";

    /** Constructor for {@link java.util.ServiceLoader}. */
    public JmsCarrier() {}

    @Override
    public boolean isAvailable() {
        ClassLoader loader = JmsCarrier.class.getClassLoader();
        return LIBRARIES.stream().allMatch(library -> MissingClass.isThere(library, loader));
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

    /**
     * Runs the interceptor by which CXF's feature sets a client's connection factory, which otherwise runs just before
     * sending.
     */
    @Override
    public void setUp(Message call, Conduit conduit) {
        for (Interceptor<? extends Message> each : call.getInterceptorChain()) {
            if (each.getClass().getName().startsWith(FACTORY_SETTER)) {
                handle(each, call);
            }
        }
    }

    @SuppressWarnings("unchecked") // it takes messages of all kinds
    private static void handle(Interceptor<? extends Message> interceptor, Message call) {
        ((Interceptor<Message>) interceptor).handleMessage(call);
    }

    /**
     * Returns the reason why a call cannot use a session. One-way messages are among them: a queue stores such a
     * message until it is handled, even while the service is down, which a session cannot.
     */
    @Override
    public Optional<String> obstacle(Message call, Conduit conduit) {
        JMSConfiguration configuration = configuration(conduit);
        if (configuration.isPubSubDomain()) {
            return Optional.of("its destination is a topic");
        }
        if (call.getExchange().isOneWay()) {
            return Optional.of(
                    "a one-way message on a queue is not streamed: the queue keeps it while the service is down, a session"
                            + " does not; in mode always, set parley.mode to auto for the call, in its request context, or give the"
                            + " operation a response");
        }
        if (call.get(JMSConstants.JMS_CLIENT_REQUEST_HEADERS) != null) {
            return Optional.of("JMS headers are set");
        }
        return configuration.getConnectionFactory() == null
                ? Optional.of("no connection factory is set before the call is sent")
                : Optional.empty();
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

    /** Returns the identity of broker and queue; different brokers may have queues of one name. */
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

    /**
     * Returns the address of the service. It is never secure: the protection of the connection to the broker covers the
     * channel too.
     */
    @Override
    public ServiceAddress service(String address, Conduit conduit) {
        return new ServiceAddress(
                ListenerHost.of(PhysicalDestination.of(configuration(conduit)).name()), false);
    }

    @Override
    public Duration receiveTimeout(Message call, Conduit conduit) {
        return Duration.ofMillis(configuration(conduit).getReceiveTimeout());
    }

    /** Adds the headers that the binding requires of each message; CXF refuses messages without them. */
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
        return RequestReplyConduit.like(configuration(original), target, bus, time);
    }

    @Override
    public Optional<Refusal> refusal(Conduit conduit) {
        try {
            return PhysicalDestination.of(configuration(conduit)).isTopic()
                    ? Optional.of(new Refusal(FallbackReason.UNSUPPORTED_ENDPOINT, "its destination is a topic"))
                    : Optional.empty();
        } catch (ParleyException e) {
            return Optional.of(new Refusal(FallbackReason.of(e.code()), String.valueOf(e.getMessage())));
        }
    }

    /**
     * Refuses destinations configured with transactions, where a failed request is redelivered, even after the
     * service's process ended, and the service may join the transaction manager's transaction. Sessions of a {@link
     * SoapQueue}, which are transacted too, are allowed.
     */
    @Override
    public Optional<Refusal> refusal(Destination destination) {
        JMSConfiguration configuration = ((JMSDestination) destination).getJmsConfig();
        if (configuration.getTransactionManager() != null) {
            return transacted("its requests run in transactions of a transaction manager");
        }
        return configuration.isSessionTransacted() && !SoapQueue.hasSetUp(configuration)
                ? transacted("its JMS configuration has sessionTransacted")
                : Optional.empty();
    }

    private static Optional<Refusal> transacted(String detail) {
        return Optional.of(new Refusal(FallbackReason.TRANSACTED, detail));
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
        if (factory == null || configuration.getTargetDestination() == null) {
            return Optional.empty();
        }
        PhysicalDestination at = PhysicalDestination.of(configuration);
        if (at.isTopic()) {
            return Optional.empty();
        }
        JmsSettings settings = factory instanceof GuardedFactory guarded ? guarded.settings() : JmsSettings.defaults();
        Place place = new Place(bare(factory), configuration.getUserName(), configuration.getPassword(), settings);
        String host = ListenerHost.of(at.name());
        return Optional.of(new Route(place, host, () -> JmsChannelProvider.create(place.access(), settings)));
    }

    private static JMSConfiguration configuration(Conduit conduit) {
        return ((JMSConduit) conduit).getJmsConfig();
    }

    /** Returns the factory without message checks, which the channel makes itself. */
    private static ConnectionFactory bare(ConnectionFactory factory) {
        return factory instanceof GuardedFactory guarded ? guarded.bare() : factory;
    }

    /** A broker as one user, with its settings. */
    private record Place(
            ConnectionFactory factory,
            @Nullable String user,
            @Nullable String password,
            JmsSettings settings) {
        BrokerAccess access() {
            BrokerAccess access = BrokerAccess.byFactory(factory);
            return user == null ? access : access.as(user, password == null ? "" : password);
        }

        /** Returns the user without the password. */
        @Override
        public String toString() {
            return "a broker as " + (user == null ? "nobody" : user);
        }
    }
}
