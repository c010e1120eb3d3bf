package io.parley.cxf.carrier;

import io.parley.Provider;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.ServiceAddress;
import io.parley.peer.CredentialsIdentity;
import io.parley.peer.SessionKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.ws.addressing.EndpointReferenceType;

/**
 * Transport of an endpoint's SOAP messages, and of its offers with them: HTTP or, where its libraries are there, JMS.
 * It answers all questions about a call that depend on the transport. Stateless and thread-safe; found by {@link
 * java.util.ServiceLoader}, so it must load without the libraries of its transport.
 */
public interface Carrier extends Provider {
    /** Returns the name of its own channel. */
    @Override
    default String name() {
        return channel();
    }

    /** The term of the channel that goes the way of the SOAP messages. */
    String channel();

    /**
     * Returns whether its addresses name hosts, so that other channels can listen there; if not, there is only its own
     * channel.
     */
    boolean namesHosts();

    /** Returns whether this conduit is one of this transport. */
    boolean carries(Conduit conduit);

    /** Returns whether this destination is one of this transport. */
    boolean carries(Destination destination);

    /**
     * Applies to the conduit now what interceptors of this transport would apply when the call is sent, where the decision about the
     * call depends on it.
     */
    default void setUp(Message call, Conduit conduit) {}

    /**
     * Returns the reason that keeps the call on this transport, if any: a setting or a kind of call that means nothing
     * elsewhere. Called before the chain has run and again before sending.
     */
    Optional<String> obstacle(Message call, Conduit conduit);

    /** Returns the identity that the call uses, at the service and at proxies before it. */
    CredentialsIdentity credentials(Message call, Conduit conduit);

    /**
     * Returns transport headers that show whom the call runs as and that only its own thread may know, without those that the call has
     * already.
     */
    default Map<String, List<String>> shownHeaders(Message call, Conduit conduit) {
        return Map.of();
    }

    /**
     * Returns the settings that decide about the protection of the transport, compared by {@code equals}; {@link
     * SessionKey#NO_TLS} for none, or for those covered by the credentials.
     */
    Object protection(Message call, Conduit conduit);

    /** Returns what the negotiation must know of the service at that address. */
    ServiceAddress service(String address, Conduit conduit);

    /** Returns whether the application sends the call by a proxy, which no other channel may bypass. */
    default boolean isByProxy(Message call, Conduit conduit) {
        return false;
    }

    /** Returns what decides, beside the address, how calls get there, compared by {@code equals}: their protection, and their proxy. */
    default Object way(Message call, Conduit conduit) {
        return protection(call, conduit);
    }

    /** Returns the time that the call waits for its response; zero for ever. */
    Duration receiveTimeout(Message call, Conduit conduit);

    /**
     * Adds to a request that goes over a session the properties that interceptors find on those that go by this
     * transport.
     */
    default void prepare(Message out, Conduit conduit) {}

    /**
     * Treats the status of a response that came over a session as this transport treats that of its own.
     *
     * @throws IOException if it gives this to the caller, and not the response
     */
    default void accept(int status, Message out, Conduit conduit) throws IOException {}

    /**
     * Puts on a response that came over a session what interceptors of this transport expect of every message of theirs.
     *
     * @param in with its protocol headers
     */
    void complete(Message in, Conduit conduit);

    /**
     * Creates a conduit to the same place, configured alike and used by nobody else: it hands a reply to its observer
     * before {@link Conduit#close(Message)} returns, and throws failures as an IOException there.
     *
     * @param time limit for the reply; then {@link java.net.SocketTimeoutException}
     * @throws IOException if there is none
     */
    Conduit another(Conduit original, EndpointInfo endpoint, EndpointReferenceType target, Bus bus, Duration time)
            throws IOException;

    /**
     * Returns why nothing is offered by that conduit, whatever the call. May look names up, so it is for the thread
     * that negotiates.
     */
    default Optional<Refusal> refusal(Conduit conduit) {
        return Optional.empty();
    }

    /** Returns why a service at that destination refuses offers, because its set-up gives what no channel does. */
    default Optional<Refusal> refusal(Destination destination) {
        return Optional.empty();
    }

    /** Returns the route of the transport's own channel from a client to listeners, if that needs a provider. */
    Optional<Route> route(Conduit conduit);

    /** Returns the route of the transport's own channel to a service's listeners. */
    Optional<Route> route(Destination destination);
}
