package io.parley.cxf.control;

import java.util.Optional;
import org.apache.cxf.binding.soap.interceptor.EndpointSelectionInterceptor;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.MultipleEndpointObserver;

/**
 * Detection of routes to an endpoint that depend on the content of each message: an interceptor chooses one of several
 * endpoints of an address, or hands a message on to another service. A session belongs to one endpoint, and brings its
 * messages there.
 */
final class Detours {
    private Detours() {}

    /**
     * Returns the interceptor that chooses between the endpoints of a server's address, if it is not CXF's, which
     * chooses by the version of SOAP.
     */
    static Optional<String> of(Server server) {
        MessageObserver observer = server.getDestination().getMessageObserver();
        if (observer instanceof MultipleEndpointObserver several) {
            for (Interceptor<?> each : several.getRoutingInterceptors()) {
                if (each.getClass() != EndpointSelectionInterceptor.class) {
                    return Optional.of(each.getClass().getSimpleName() + " chooses between endpoints of its address");
                }
            }
        }
        return Optional.empty();
    }

    /** The same, or that a message was sent to another service, for the endpoint of a server that it came to. */
    static Optional<String> of(Message message, Server server) {
        return message.getExchange().getDestination() == server.getDestination()
                ? of(server)
                : Optional.of("messages to it are handed on by another service");
    }
}
