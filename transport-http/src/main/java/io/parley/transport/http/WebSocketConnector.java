package io.parley.transport.http;

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
import java.net.CookieHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens the connections of one session by upgrades at a service's URL, with the trust, keys, host check, cookies and
 * proxy of an {@link HttpClient}, whose sockets are not accessible. Thread-safe.
 */
public final class WebSocketConnector implements Connector {
    private static final String PROXY_AUTHORIZATION = "Proxy-Authorization";

    private final HttpClient client;
    private final ClientTerms terms;
    private final URI url;
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final String proxyAuthorization;
    private final SessionUpgrades upgrades;
    private final KeepAlive keepAlive;

    /**
     * Creates the connector of a session.
     *
     * @param client source of TLS, cookies and proxy; owned by the caller
     * @param headers additional request headers, for instance credentials; {@code Proxy-Authorization} is sent to the
     *     proxy only
     * @param upgrades the upgrades of the session
     * @param keepAlive longest time for which this side is silent
     */
    public WebSocketConnector(
            HttpClient client, URI url, Map<String, String> headers, SessionUpgrades upgrades, KeepAlive keepAlive) {
        this.client = client;
        this.terms = new ClientTerms(client, url);
        this.url = url;
        String forProxy = "";
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (header.getKey().equalsIgnoreCase(PROXY_AUTHORIZATION)) {
                forProxy = header.getValue();
            } else {
                this.headers.put(header.getKey(), header.getValue());
            }
        }
        this.proxyAuthorization = forProxy;
        this.upgrades = upgrades;
        this.keepAlive = keepAlive;
    }

    @Override
    public CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        try {
            UpgradeRequest asked = new UpgradeRequest(url, fields(), keepAlive, terms.proxy(proxyAuthorization));
            return WebSockets.connect(asked, settings, asked.isSecure() ? terms.tls(asked.address()) : null, handler);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "websocket: reading the cookies failed: " + e, e));
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns the header fields in order; those of the upgrade replace the user's. */
    private Map<String, String> fields() throws IOException {
        Map<String, String> fields = new LinkedHashMap<>(headers);
        CookieHandler cookies = client.cookieHandler().orElse(null);
        if (cookies != null) {
            List<String> sent = cookies.get(url, Map.of()).getOrDefault("Cookie", List.of());
            if (!sent.isEmpty()) {
                fields.put("Cookie", String.join("; ", sent));
            }
        }
        upgrades.next(fields);
        return fields;
    }
}
