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
 * Makes the connections of one session by upgrades of a service's URL, with the trust, keys, host check and cookies of a {@link
 * HttpClient}, whose sockets it cannot have. Thread-safe.
 */
public final class WebSocketConnector implements Connector {
    private final HttpClient client;
    private final ClientTerms terms;
    private final URI url;
    private final Map<String, String> headers;
    private final SessionUpgrades upgrades;
    private final KeepAlive keepAlive;

    /**
     * @param client source of TLS and cookies; stays the caller's
     * @param headers of the request besides its own, for instance credentials
     * @param upgrades those of the session
     * @param keepAlive the longest time for which this side is silent
     */
    public WebSocketConnector(
            HttpClient client, URI url, Map<String, String> headers, SessionUpgrades upgrades, KeepAlive keepAlive) {
        this.client = client;
        this.terms = new ClientTerms(client, url);
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.upgrades = upgrades;
        this.keepAlive = keepAlive;
    }

    @Override
    public CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        if (terms.goesByProxy()) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "websocket: expected a way to " + url.getHost() + " without a proxy, found one"));
        }
        try {
            UpgradeRequest asked = new UpgradeRequest(url, fields(), keepAlive, null);
            return WebSockets.connect(asked, settings, asked.isSecure() ? terms.tls(asked.address()) : null, handler);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "websocket: the cookies cannot be had: " + e, e));
        }
    }

    /** Returns the header fields in their order; the upgrade's own replace those of the user. */
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
