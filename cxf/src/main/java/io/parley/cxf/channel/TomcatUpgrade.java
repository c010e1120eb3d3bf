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
 * Upgrades of Tomcat 10.1 and 11, by the handler that its own WebSockets have: that of servlets leaves a connection open that another
 * thread closes, until its peer says something.
 */
final class TomcatUpgrade implements ContainerUpgrade {
    private TomcatUpgrade() {}

    /** Returns the one of Tomcat. */
    static Optional<ContainerUpgrade> find() {
        // To ask for it fails where Tomcat hides its classes.
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
            // Of AJP, which looks like HTTP.
            throw Upgrade.noRoom("Tomcat's connector does not hand connections over");
        } catch (ServletException e) {
            throw new IOException(e);
        }
    }
}
