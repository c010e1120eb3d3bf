package io.parley.cxf.service;

import java.util.Optional;
import org.apache.cxf.binding.soap.interceptor.EndpointSelectionInterceptor;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.interceptor.Interceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.transport.MultipleEndpointObserver;

/**
 * Detects content-based routing to an endpoint: an interceptor that selects one of several endpoints of an address, or
 * another service that forwards messages. A session is bound to one endpoint and would bypass the routing.
 */
final class ContentRouting {
    private ContentRouting() {}

    /**
     * Returns a description of the interceptor that selects between the endpoints of a server's address, unless it is
     * CXF's, which selects by SOAP version.
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

    /** Returns a description of the routing of a message to the endpoint of a server; empty if it came directly. */
    static Optional<String> of(Message message, Server server) {
        return message.getExchange().getDestination() == server.getDestination()
                ? of(server)
                : Optional.of("messages to it are handed on by another service");
    }
}
