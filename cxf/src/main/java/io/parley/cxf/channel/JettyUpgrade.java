package io.parley.cxf.channel;

import io.parley.transport.stream.ContainerSocket;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;

/**
 * Upgrade for Jetty 12, by the core attribute that its own WebSockets use. By the Servlet API, Jetty would read the end
 * of the request, which has no content, instead of the bytes after it.
 */
final class JettyUpgrade implements ContainerUpgrade {
    private final Request core;

    private JettyUpgrade(Request core) {
        this.core = core;
    }

    /** Returns the upgrade for Jetty's own request object; empty for versions before Jetty 12. */
    static Optional<ContainerUpgrade> of(ServletRequest own) {
        try {
            // The class differs between versions of the Servlet API.
            Object inner = own.getClass().getMethod("getRequest").invoke(own);
            return inner instanceof Request core ? Optional.of(new JettyUpgrade(core)) : Optional.empty();
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return Optional.empty();
        }
    }

    @Override
    public void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor) {
        EndPoint end = core.getConnectionMetaData().getConnection().getEndPoint();
        core.setAttribute(
                HttpStream.UPGRADE_CONNECTION_ATTRIBUTE,
                new JettySocket(end, core.getComponents().getExecutor(), acceptor));
    }
}
