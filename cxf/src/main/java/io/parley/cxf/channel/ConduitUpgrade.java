package io.parley.cxf.channel;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.SessionUpgrades;
import io.parley.transport.stream.UpgradeRequest;
import io.parley.transport.stream.WebSockets;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;

/**
 * Opens the connections of one session by WebSocket upgrades at the service's URL, with the TLS, credentials, proxy and
 * headers of the application's HTTP conduit, whose sockets are not accessible. Thread-safe.
 */
public final class ConduitUpgrade implements Connector {
    private final Maker conduits;
    private final PostPreparation preparation;
    private final URI url;
    private final SessionUpgrades upgrades;
    private final KeepAlive keepAlive;

    /** Factory of conduits configured like the application's. */
    @FunctionalInterface
    public interface Maker {
        /**
         * Returns a new conduit, to be closed by the caller.
         *
         * @throws IOException if it cannot be created
         */
        HTTPConduit make() throws IOException;
    }

    /**
     * Creates a connector.
     *
     * @param upgrades upgrade requests of the session
     * @param keepAlive longest silence of this side
     */
    public ConduitUpgrade(
            Maker conduits, PostPreparation preparation, URI url, SessionUpgrades upgrades, KeepAlive keepAlive) {
        this.conduits = conduits;
        this.preparation = preparation;
        this.url = url;
        this.upgrades = upgrades;
        this.keepAlive = keepAlive;
    }

    @Override
    public CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        try {
            HTTPConduit conduit = conduits.make();
            try {
                Message message = new MessageImpl();
                preparation.prepare(message, new ExchangeImpl());
                ConduitTerms terms = new ConduitTerms(conduit, message, url);
                UpgradeRequest request = new UpgradeRequest(url, headers(terms), keepAlive, terms.proxy());
                return WebSockets.connect(
                        request, settings, request.isSecure() ? terms.tls(request.address()) : null, handler);
            } finally {
                conduit.close();
            }
        } catch (IOException | GeneralSecurityException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "websocket: " + e.getMessage(), e));
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Map<String, String> headers(ConduitTerms terms) {
        Map<String, String> headers = terms.upgradeHeaders();
        upgrades.next(headers);
        return headers;
    }
}
