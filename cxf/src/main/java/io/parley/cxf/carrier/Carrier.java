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
 * What carries an endpoint's SOAP messages, and its offers with them: HTTP or, where its libraries are there, JMS. It tells
 * what the transport knows of a call, so that nobody else has to know the transport. Stateless and thread-safe; found by
 * {@link java.util.ServiceLoader}, so it must load without the libraries of its transport.
 */
public interface Carrier extends Provider {
    /** It is called by its own channel. */
    @Override
    default String name() {
        return channel();
    }

    /** The term of the channel that goes the way of the SOAP messages. */
    String channel();

    /** Whether its addresses name hosts, so that other channels can listen there; else there is only its own channel. */
    boolean namesHosts();

    /** Whether this is a client's way through this transport. */
    boolean carries(Conduit conduit);

    /** Whether this is a service's end of this transport. */
    boolean carries(Destination destination);

    /**
     * Applies to the conduit now what interceptors of this transport would apply when the call is sent, where the decision about the
     * call depends on it.
     */
    default void setUp(Message call, Conduit conduit) {}

    /**
     * What keeps the call on this transport, if anything does: what was set for it, or belongs to its kind, that means nothing
     * elsewhere. Asked before the chain has run and again before sending.
     */
    Optional<String> obstacle(Message call, Conduit conduit);

    /** Whom the call runs as, and in front of whom. */
    CredentialsIdentity credentials(Message call, Conduit conduit);

    /**
     * Returns transport headers that show whom the call runs as and that only its own thread may know, without those that the call has
     * already.
     */
    default Map<String, List<String>> shownHeaders(Message call, Conduit conduit) {
        return Map.of();
    }

    /**
     * What decides about the protection of the transport, by its {@code equals}; {@link SessionKey#NO_TLS} for nothing, or for what
     * the credentials tell.
     */
    Object protection(Message call, Conduit conduit);

    /** What the negotiation must know of the service that is called at that address. */
    ServiceAddress service(String address, Conduit conduit);

    /** Whether the application has the call go by a proxy, which no other channel may go around. */
    default boolean isByProxy(Message call, Conduit conduit) {
        return false;
    }

    /** How long the call waits for its response; zero for ever. */
    Duration receiveTimeout(Message call, Conduit conduit);

    /** Puts on a request that goes over a session what interceptors find on those that go by this transport. */
    default void prepare(Message out, Conduit conduit) {}

    /**
     * Does with the status of a response that came over a session what this transport does with that of one of its own.
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
     * A new conduit to the same place, set up alike and used by nobody else: it hands a reply to its observer before {@link
     * Conduit#close(Message)} returns, and throws what went wrong as an IOException there.
     *
     * @param time how long a reply is waited for; then {@link java.net.SocketTimeoutException}
     * @throws IOException if there is none
     */
    Conduit another(Conduit original, EndpointInfo endpoint, EndpointReferenceType target, Bus bus, Duration time)
            throws IOException;

    /** Returns why nothing is offered by that conduit, whatever the call. May look names up, so it is for the thread that negotiates. */
    default Optional<Refusal> refusal(Conduit conduit) {
        return Optional.empty();
    }

    /** Returns why a service at that destination refuses offers, because its set-up gives what no channel does. */
    default Optional<Refusal> refusal(Destination destination) {
        return Optional.empty();
    }

    /** Where the channel that goes the same way finds listeners, if that needs a provider. */
    Optional<Route> route(Conduit conduit);

    /** Where it listens. */
    Optional<Route> route(Destination destination);
}
