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
 * Takes over the connection of an upgraded request from a servlet container, for non-blocking I/O and a reliable close.
 * There is one implementation per container, as the Servlet API offers neither (ADR 81).
 */
interface ContainerUpgrade {
    /**
     * Returns the implementation for the container of a request, which may have come by HTTP/2: an upgrade is an
     * HTTP/1.1 request on a connection of its own. Empty for unsupported containers and those that hide their classes.
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
     * Takes the connection over after the response, which by then is a granted upgrade.
     *
     * @param request an HTTP/1.1 request
     * @param acceptor called with the connection on any thread, before the first read; must not block
     * @throws UpgradeRefusal if this connection cannot be taken over
     */
    void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor)
            throws IOException, UpgradeRefusal;
}
