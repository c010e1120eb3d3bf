package io.parley.cxf.channel;

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
import io.parley.channel.websocket.KeepAlive;
import io.parley.channel.websocket.WebSocket;
import io.parley.transport.stream.OneHandshake;
import io.parley.transport.stream.TlsMaker;
import io.parley.transport.stream.UpgradeRequest;
import io.parley.transport.stream.WebSockets;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.ProxyFactory;
import org.apache.cxf.transport.http.auth.DefaultBasicAuthSupplier;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transport.https.SSLUtils;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of one session by upgrades of a service's URL, with the TLS, credentials, proxy and headers of an HTTP conduit of the
 * application's making, whose sockets it cannot have. The first shows the token, others are to resume. Thread-safe.
 */
public final class ConduitUpgrade implements Connector {
    /** What a request for a WebSocket has of its own, or none of, in lower case. */
    private static final Set<String> NOT_SENT =
            Set.of("soapaction", "content-type", "content-length", "accept", "host");

    private final Maker conduits;
    private final ConduitPoster.Preparation preparation;
    private final URI url;
    private final String token;
    private final String digest;
    private final KeepAlive keepAlive;
    private final AtomicBoolean opening = new AtomicBoolean(true);

    /** Makes a conduit like the application's. */
    @FunctionalInterface
    public interface Maker {
        HTTPConduit make() throws IOException;
    }

    /**
     * @param token of the agreement
     * @param digest of the agreement
     * @param keepAlive longest silence of this side
     */
    public ConduitUpgrade(
            Maker conduits,
            ConduitPoster.Preparation preparation,
            URI url,
            byte[] token,
            byte[] digest,
            KeepAlive keepAlive) {
        this.conduits = conduits;
        this.preparation = preparation;
        this.url = url;
        this.token = HexFormat.of().formatHex(token);
        this.digest = HexFormat.of().formatHex(digest);
        this.keepAlive = keepAlive;
    }

    @Override
    public CompletionStage<Connection> connect(ChannelSettings settings, ConnectionHandler handler) {
        try {
            HTTPConduit conduit = conduits.make();
            try {
                Message message = new MessageImpl();
                preparation.prepare(message, new ExchangeImpl());
                UpgradeRequest asked =
                        new UpgradeRequest(url, headers(conduit, message), keepAlive, proxy(conduit, message));
                return WebSockets.connect(
                        asked, settings, asked.isSecure() ? tls(conduit, message, asked.address()) : null, handler);
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

    private Map<String, String> headers(HTTPConduit conduit, Message message) {
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, List<String>> set = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        set.forEach((name, values) -> {
            if (!NOT_SENT.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(", ", values));
            }
        });
        String shown = shown(conduit.getAuthSupplier(), conduit.getEffectiveAuthPolicy(message), message);
        if (!shown.isEmpty()) {
            headers.put("Authorization", shown);
        }
        if (opening.getAndSet(false)) {
            headers.put(WebSocket.TOKEN_HEADER, token);
        }
        headers.put(WebSocket.DIGEST_HEADER, digest);
        return headers;
    }

    private String shown(@Nullable HttpAuthSupplier by, @Nullable AuthorizationPolicy policy, Message message) {
        if (policy == null) {
            return "";
        }
        HttpAuthSupplier supplier = by == null ? new DefaultBasicAuthSupplier() : by;
        String header = supplier.getAuthorization(policy, url, message, null);
        return header == null ? "" : header;
    }

    private UpgradeRequest.@Nullable Proxy proxy(HTTPConduit conduit, Message message) {
        Proxy proxy = new ProxyFactory().createProxy(conduit.getClient(message), url);
        if (proxy == null || proxy.type() == Proxy.Type.DIRECT) {
            return null;
        }
        if (proxy.type() != Proxy.Type.HTTP || !(proxy.address() instanceof InetSocketAddress at)) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED, "websocket: expected a proxy of HTTP or none, found " + proxy.type());
        }
        return new UpgradeRequest.Proxy(
                new Address(at.getHostString(), at.getPort()),
                shown(conduit.getProxyAuthSupplier(), conduit.getProxyAuthorization(), message));
    }

    private static TlsMaker tls(HTTPConduit conduit, Message message, Address to) throws GeneralSecurityException {
        TLSClientParameters own = message.get(TLSClientParameters.class);
        TLSClientParameters set = own == null ? conduit.getTlsClientParameters() : own;
        TLSClientParameters parameters = set == null ? new TLSClientParameters() : set;
        if (parameters.getSSLSocketFactory() != null) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "websocket: expected trust and keys, or an SSLContext, found an SSLSocketFactory, whose sockets only"
                            + " HttpURLConnection takes");
        }
        SSLContext given = parameters.getSslContext();
        // Else CXF's trust managers compare the host by whatever the parameters say.
        SSLContext context = given == null ? SSLUtils.getSSLContext(parameters, true) : given;
        return (ByteBufAllocator allocator, Duration handshake) -> {
            SSLEngine engine = context.createSSLEngine(to.host(), to.port());
            SSLParameters wanted = engine.getSSLParameters();
            if (given == null || !parameters.isDisableCNCheck()) {
                wanted.setEndpointIdentificationAlgorithm("HTTPS");
            }
            wanted.setApplicationProtocols(new String[] {"http/1.1"});
            List<String> among = Arrays.asList(engine.getSupportedProtocols());
            wanted.setProtocols(
                    TlsPolicy.versions().stream().filter(among::contains).toArray(String[]::new));
            engine.setSSLParameters(wanted);
            engine.setUseClientMode(true);
            SslHandler handler = new OneHandshake(engine);
            handler.setHandshakeTimeoutMillis(Math.max(1, handshake.toMillis()));
            return handler;
        };
    }
}
