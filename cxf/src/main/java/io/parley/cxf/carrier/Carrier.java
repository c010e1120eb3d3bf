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
 * Transport of an endpoint's SOAP messages and of its offers: HTTP or, if its libraries are present, JMS. Answers all
 * questions about a call that depend on the transport. Stateless and thread-safe; found by {@link
 * java.util.ServiceLoader}, so it must load without the libraries of its transport.
 */
public interface Carrier extends Provider {
    /** Returns the name of its own channel. */
    @Override
    default String name() {
        return channel();
    }

    /** Returns the name of the channel that uses the same transport as the SOAP messages. */
    String channel();

    /**
     * Returns whether its addresses contain hosts, so that other channels can listen there; otherwise only its own
     * channel is available.
     */
    boolean namesHosts();

    /** Returns whether a conduit belongs to this transport. */
    boolean carries(Conduit conduit);

    /** Returns whether a destination belongs to this transport. */
    boolean carries(Destination destination);

    /**
     * Runs interceptors of this transport early that would configure the conduit when the call is sent, if the decision
     * about the call depends on them.
     */
    default void setUp(Message call, Conduit conduit) {}

    /**
     * Returns the reason to send the call by this transport, if any: a setting or kind of call without equivalent on a
     * session. Called before the chain has run and again before sending.
     */
    Optional<String> obstacle(Message call, Conduit conduit);

    /** Returns the identity of the call, at the service and at proxies. */
    CredentialsIdentity credentials(Message call, Conduit conduit);

    /**
     * Returns transport headers with the call's credentials that can be determined on the call's thread only, except
     * those already set.
     */
    default Map<String, List<String>> shownHeaders(Message call, Conduit conduit) {
        return Map.of();
    }

    /**
     * Returns the settings that determine the protection of the transport, compared by {@code equals}; {@link
     * SessionKey#NO_TLS} if there are none or the credentials include them.
     */
    Object protection(Message call, Conduit conduit);

    /** Returns the address of the service for the negotiation. */
    ServiceAddress service(String address, Conduit conduit);

    /** Returns whether the call uses a proxy, which other channels must not bypass. */
    default boolean isByProxy(Message call, Conduit conduit) {
        return false;
    }

    /**
     * Returns the key, in addition to the address, of the path of a call, compared by {@code equals}: its protection
     * and its proxy.
     */
    default Object pathKey(Message call, Conduit conduit) {
        return protection(call, conduit);
    }

    /** Returns the time limit of the call for its response; zero for none. */
    Duration receiveTimeout(Message call, Conduit conduit);

    /** Sets properties on a request for a session that interceptors find on requests by this transport. */
    default void prepare(Message out, Conduit conduit) {}

    /**
     * Handles the status of a response from a session like this transport handles that of its own responses.
     *
     * @throws IOException if the caller gets this exception and not the response
     */
    default void accept(int status, Message out, Conduit conduit) throws IOException {}

    /**
     * Sets properties on a response from a session that interceptors expect of responses by this transport.
     *
     * @param in the response with its protocol headers
     */
    void complete(Message in, Conduit conduit);

    /**
     * Creates a conduit to the same place with the same configuration, owned by the caller. It passes a reply to its
     * observer before {@link Conduit#close(Message)} returns, and throws failures as an IOException there.
     *
     * @param time time limit for the reply, reported as {@link java.net.SocketTimeoutException}
     * @throws IOException if it cannot be created
     */
    Conduit another(Conduit original, EndpointInfo endpoint, EndpointReferenceType target, Bus bus, Duration time)
            throws IOException;

    /**
     * Returns the reason to send no offers by that conduit, whatever the call. May block on name lookups, so it is
     * called on the negotiating thread.
     */
    default Optional<Refusal> refusal(Conduit conduit) {
        return Optional.empty();
    }

    /**
     * Returns the reason why a service at that destination refuses offers: its configuration has guarantees that no
     * channel offers.
     */
    default Optional<Refusal> refusal(Destination destination) {
        return Optional.empty();
    }

    /** Returns the route of the transport's own channel from a client to listeners, if the channel needs a provider. */
    Optional<Route> route(Conduit conduit);

    /** Returns the route of the transport's own channel to a service's listeners. */
    Optional<Route> route(Destination destination);
}
