package io.parley.cxf.channel;

import io.parley.channel.websocket.Upgrade;
import io.parley.channel.websocket.UpgradeRefusal;
import io.parley.transport.stream.ContainerSocket;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;

/**
 * Upgrades of Tomcat 10.1 and 11, by the handler that its own WebSockets have: that of servlets leaves a connection open that another
 * thread closes, until its peer says something.
 */
final class TomcatUpgrade implements ContainerUpgrade {
    private TomcatUpgrade() {}

    /** Returns that of a request as Tomcat made it; empty for requests over HTTP/2. */
    static Optional<ContainerUpgrade> of(ServletRequest own) {
        // To ask for it fails where Tomcat hides its classes.
        return InternalHttpUpgradeHandler.class.isAssignableFrom(TomcatSocket.class)
                        && own.getProtocol().equals("HTTP/1.1")
                ? Optional.of(new TomcatUpgrade())
                : Optional.empty();
    }

    @Override
    public void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor)
            throws IOException, UpgradeRefusal {
        try {
            request.upgrade(TomcatSocket.class).acceptBy(acceptor);
        } catch (UnsupportedOperationException e) {
            // Of AJP, which looks like HTTP.
            throw Upgrade.noRoom("Tomcat's connector does not hand connections over");
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }
}
