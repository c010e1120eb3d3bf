package io.parley.cxf.channel;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.TlsPolicy;
import io.parley.transport.stream.OneHandshake;
import io.parley.transport.stream.TlsMaker;
import io.parley.transport.stream.UpgradeRequest;
import java.net.CookieHandler;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HttpClientHTTPConduit;
import org.apache.cxf.transport.http.ProxyFactory;
import org.apache.cxf.transport.http.URLConnectionHTTPConduit;
import org.apache.cxf.transport.http.auth.DefaultBasicAuthSupplier;
import org.apache.cxf.transport.http.auth.HttpAuthSupplier;
import org.apache.cxf.transport.https.SSLUtils;
import org.apache.cxf.transports.http.configuration.ConnectionType;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.jspecify.annotations.Nullable;

/**
 * TLS, credentials, proxy and headers that an HTTP conduit of the application's making would use for a message, for requests that are made without it.
 */
final class ConduitTerms {
    /** What a request of Parley's has of its own, or none of, in lower case. */
    private static final Set<String> NOT_SENT =
            Set.of("soapaction", "content-type", "content-length", "accept", "host");

    private final HTTPConduit conduit;
    private final Message message;
    private final URI url;

    /** @param message one to that URL, as the caller */
    ConduitTerms(HTTPConduit conduit, Message message, URI url) {
        this.conduit = conduit;
        this.message = message;
        this.url = url;
    }

    /**
     * Returns whether these are all that the conduit would do for a post: it is one of CXF's own, goes by no proxy, keeps no cookies, asks nobody for
     * credentials, and has no setting of HTTP but its time limits and its way to send bodies.
     */
    boolean areWhole() {
        Class<?> kind = conduit.getClass();
        HTTPClientPolicy policy = conduit.getClient(message);
        Proxy proxy = new ProxyFactory().createProxy(policy, url);
        HttpAuthSupplier supplier = conduit.getAuthSupplier();
        TLSClientParameters parameters = parameters();
        return (kind == HttpClientHTTPConduit.class || kind == URLConnectionHTTPConduit.class)
                && (proxy == null || proxy.type() == Proxy.Type.DIRECT)
                && isReachedDirectly()
                && CookieHandler.getDefault() == null
                && (supplier == null || supplier.getClass() == DefaultBasicAuthSupplier.class)
                && conduit.getTrustDecider() == null
                && parameters.getSSLSocketFactory() == null
                && parameters.getHostnameVerifier() == null
                && !parameters.isUseHttpsURLConnectionDefaultHostnameVerifier()
                && !parameters.isUseHttpsURLConnectionDefaultSslSocketFactory()
                && !MessageUtils.getContextualBoolean(message, Message.MAINTAIN_SESSION)
                && !hasHeaders(policy);
    }

    /** Whether the JVM's own settings lead by no proxy. */
    private boolean isReachedDirectly() {
        ProxySelector selector = ProxySelector.getDefault();
        return selector == null || selector.select(url).stream().allMatch(proxy -> proxy.type() == Proxy.Type.DIRECT);
    }

    private static boolean hasHeaders(HTTPClientPolicy policy) {
        return policy.isSetHost()
                || policy.isSetCookie()
                || policy.isSetReferer()
                || policy.isSetBrowserType()
                || policy.isSetCacheControl()
                || policy.isSetAcceptLanguage()
                || policy.isSetAcceptEncoding()
                || policy.isSetDecoupledEndpoint()
                || policy.getConnection() == ConnectionType.CLOSE;
    }

    /** Returns headers of the message, and the credentials. */
    Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        Map<String, List<String>> set = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        set.forEach((name, values) -> {
            if (!NOT_SENT.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(", ", values));
            }
        });
        String shown = shown(conduit.getAuthSupplier(), conduit.getEffectiveAuthPolicy(message));
        if (!shown.isEmpty()) {
            headers.put("Authorization", shown);
        }
        return headers;
    }

    private String shown(@Nullable HttpAuthSupplier by, @Nullable AuthorizationPolicy policy) {
        if (policy == null) {
            return "";
        }
        HttpAuthSupplier supplier = by == null ? new DefaultBasicAuthSupplier() : by;
        String header = supplier.getAuthorization(policy, url, message, null);
        return header == null ? "" : header;
    }

    /** Returns the proxy of HTTP on the way; null if there is none. */
    UpgradeRequest.@Nullable Proxy proxy() {
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
                shown(conduit.getProxyAuthSupplier(), conduit.getProxyAuthorization()));
    }

    private TLSClientParameters parameters() {
        TLSClientParameters own = message.get(TLSClientParameters.class);
        TLSClientParameters set = own == null ? conduit.getTlsClientParameters() : own;
        return set == null ? new TLSClientParameters() : set;
    }

    TlsMaker tls(Address to) throws GeneralSecurityException {
        TLSClientParameters parameters = parameters();
        if (parameters.getSSLSocketFactory() != null) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED,
                    "websocket: expected trust and keys, or an SSLContext, found an SSLSocketFactory, whose sockets"
                            + " only HttpURLConnection takes");
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
