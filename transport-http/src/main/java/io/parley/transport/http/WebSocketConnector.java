package io.parley.transport.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.ConnectionHandler;
import io.parley.channel.Connector;
import io.parley.channel.TlsPolicy;
import io.parley.channel.http.Affinity;
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.transport.stream.OneHandshake;
import io.parley.transport.stream.TlsMaker;
import io.parley.transport.stream.WebSockets;
import java.io.IOException;
import java.net.CookieHandler;
import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of one session by upgrades of a service's URL, with the trust, keys, host check and cookies of a {@link
 * HttpClient}, whose sockets it cannot have. The first connection shows the token, others are to resume. Thread-safe.
 */
public final class WebSocketConnector implements Connector {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final HttpClient client;
    private final URI url;
    private final Map<String, String> headers;
    private final byte[] token;
    private final byte[] digest;
    private final KeepAlive keepAlive;
    private final AtomicBoolean opening = new AtomicBoolean(true);

    /**
     * @param client source of TLS and cookies; stays the caller's
     * @param headers of the request besides its own, for instance credentials
     * @param token of the agreement
     * @param digest of the agreement
     * @param keepAlive the longest time for which this side is silent
     */
    public WebSocketConnector(
            HttpClient client, URI url, Map<String, String> headers, byte[] token, byte[] digest, KeepAlive keepAlive) {
        this.client = client;
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.token = token.clone();
        this.digest = digest.clone();
        this.keepAlive = keepAlive;
    }

    @Override
    public CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        String host = bare(url.getHost());
        if (goesByProxy()) {
            return CompletableFuture.failedFuture(new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "websocket: expected a way to " + url.getHost() + " without a proxy, found one"));
        }
        boolean opens = opening.getAndSet(false);
        return tryOnce(() -> connectOnce(new Address(host, port), secure, opens, settings, handler), 1);
    }

    /** An upgrade that another node got is asked for again: a balancer may give it to the right one. */
    private static CompletionStage<Connection> tryOnce(Supplier<CompletionStage<Connection>> attempt, int tries) {
        return attempt.get()
                .handle((connection, failure) -> {
                    if (connection != null) {
                        return CompletableFuture.completedStage(connection);
                    }
                    Throwable why = failure instanceof CompletionException && failure.getCause() != null
                            ? failure.getCause()
                            : failure;
                    boolean elsewhere = why instanceof ParleyException coded && coded.code() == ErrorCode.WRONG_NODE;
                    return elsewhere && tries < Affinity.MOST_TRIES
                            ? tryOnce(attempt, tries + 1)
                            : CompletableFuture.<Connection>failedStage(why);
                })
                .thenCompose(Function.identity());
    }

    /** @param opens whether it shows the token */
    private CompletionStage<Connection> connectOnce(
            Address address, boolean secure, boolean opens, ChannelSettings settings, ConnectionHandler handler) {
        try {
            UpgradeGreeting greeting = new UpgradeGreeting(url, fields(opens), keepAlive);
            return WebSockets.connect(
                    address, settings, secure ? tls(address.host(), address.port()) : null, greeting, handler);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(
                    new ParleyException(ErrorCode.CONNECT_FAILED, "websocket: the cookies cannot be had: " + e, e));
        }
    }

    /** Returns a host without the brackets of an IPv6 address. */
    private static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private boolean goesByProxy() {
        return client.proxy().stream()
                .flatMap(selector -> selector.select(url).stream())
                .anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    /** Returns the header fields in their order; the upgrade's own replace those of the user. */
    private Map<String, String> fields(boolean opens) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>(headers);
        CookieHandler cookies = client.cookieHandler().orElse(null);
        if (cookies != null) {
            List<String> sent = cookies.get(url, Map.of()).getOrDefault("Cookie", List.of());
            if (!sent.isEmpty()) {
                fields.put("Cookie", String.join("; ", sent));
            }
        }
        if (opens) {
            fields.put(WebSocket.TOKEN_HEADER, HexFormat.of().formatHex(token));
        }
        fields.put(WebSocket.DIGEST_HEADER, HexFormat.of().formatHex(digest));
        return fields;
    }

    private @Nullable TlsMaker tls(String host, int port) {
        return (ByteBufAllocator allocator, Duration handshake) -> {
            SSLEngine engine = client.sslContext().createSSLEngine(host, port);
            SSLParameters wanted = client.sslParameters();
            wanted.setEndpointIdentificationAlgorithm("HTTPS");
            wanted.setApplicationProtocols(new String[] {"http/1.1"});
            wanted.setProtocols(ours(wanted.getProtocols(), engine.getSupportedProtocols()));
            engine.setSSLParameters(wanted);
            engine.setUseClientMode(true);
            SslHandler handler = new OneHandshake(engine);
            handler.setHandshakeTimeoutMillis(Math.max(1, handshake.toMillis()));
            return handler;
        };
    }

    /** The versions that the user's client has, but for those before TLS 1.2. */
    private static String[] ours(String @Nullable [] wanted, String[] supported) {
        List<String> among = Arrays.asList(wanted == null ? supported : wanted);
        return TlsPolicy.versions().stream().filter(among::contains).toArray(String[]::new);
    }
}
