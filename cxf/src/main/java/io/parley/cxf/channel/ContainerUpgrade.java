package io.parley.cxf.channel;

import io.parley.channel.websocket.UpgradeRefusal;
import io.parley.transport.stream.ContainerSocket;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Hands over the connections of a container whose requests were upgraded, so that their I/O holds no thread and ends when asked to. There is one
 * for each container, as the API of servlets gives neither (ADR 81).
 */
interface ContainerUpgrade {
    /**
     * Returns the one for the container of a request, which may have come by HTTP/2: an upgrade is a request of HTTP/1.1 on a
     * connection of its own. Empty for containers that have none, or hide the classes of theirs.
     */
    static Optional<ContainerUpgrade> of(HttpServletRequest request) {
        ServletRequest own = request;
        while (own instanceof ServletRequestWrapper wrapper) {
            own = wrapper.getRequest();
        }
        String container = own.getClass().getName();
        try {
            if (container.startsWith("org.eclipse.jetty.")) {
                return JettyUpgrade.of(own);
            }
            if (container.startsWith("org.apache.catalina.")) {
                return TomcatUpgrade.find();
            }
            if (container.startsWith("io.undertow.")) {
                return UndertowUpgrade.of(own);
            }
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }

    /**
     * Hands the connection over when the response, which is a granted upgrade by then, is over.
     *
     * @param request of HTTP/1.1
     * @param acceptor called with the connection on any thread, before it is read from; must not block
     * @throws UpgradeRefusal if this connection of the container cannot be handed over
     */
    void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor)
            throws IOException, UpgradeRefusal;
}
