package io.parley.cxf.channel;

import io.parley.channel.websocket.Upgrade;
import io.parley.channel.websocket.UpgradeRefusal;
import io.parley.transport.stream.ContainerSocket;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;

/**
 * Upgrade for Tomcat 10.1 and 11, by the handler that its own WebSockets use. With the Servlet API's handler, a
 * connection closed by another thread would stay open until its peer sends something.
 */
final class TomcatUpgrade implements ContainerUpgrade {
    private TomcatUpgrade() {}

    /** Returns the upgrade for Tomcat. */
    static Optional<ContainerUpgrade> find() {
        // The check fails with a LinkageError if Tomcat hides its classes.
        return InternalHttpUpgradeHandler.class.isAssignableFrom(TomcatSocket.class)
                ? Optional.of(new TomcatUpgrade())
                : Optional.empty();
    }

    @Override
    public void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor)
            throws IOException, UpgradeRefusal {
        try {
            request.upgrade(TomcatSocket.class).acceptBy(acceptor);
        } catch (UnsupportedOperationException e) {
            // Thrown for AJP, which looks like HTTP here.
            throw Upgrade.noRoom("Tomcat's connector does not hand connections over");
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }
}
