package io.parley.cxf.channel;

import io.parley.transport.stream.ContainerSocket;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import io.undertow.servlet.spec.HttpServletRequestImpl;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * Upgrade for Undertow, by the listener that its own WebSockets use. With the Servlet API's handler, closing would
 * leave a connection open if its peer does not read.
 */
final class UndertowUpgrade implements ContainerUpgrade {
    private final HttpServerExchange exchange;

    private UndertowUpgrade(HttpServerExchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Returns the upgrade for Undertow's own request object; empty for requests over AJP, which claim to be HTTP/1.1.
     */
    static Optional<ContainerUpgrade> of(ServletRequest own) {
        return own instanceof HttpServletRequestImpl request
                        && (request.getExchange().getConnection() instanceof HttpServerConnection
                                || !request.getExchange().isHttp11())
                ? Optional.of(new UndertowUpgrade(request.getExchange()))
                : Optional.empty();
    }

    @Override
    public void begin(HttpServletRequest request, Function<ContainerSocket, ContainerSocket.Signals> acceptor) {
        boolean secure = request.isSecure();
        exchange.upgradeChannel(
                (connection, over) -> new UndertowSocket(connection, secure).start(over.getConnection(), acceptor));
    }
}
