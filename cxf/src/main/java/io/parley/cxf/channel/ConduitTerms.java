package io.parley.cxf.channel;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.TlsPolicy;
import io.parley.transport.stream.ApplicationTls;
import io.parley.transport.stream.TlsMaker;
import io.parley.transport.stream.UpgradeRequest;
import java.net.CookieHandler;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.logging.Logger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.cxf.common.logging.LogUtils;
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
 * TLS, credentials, proxy and headers that an application's HTTP conduit would use for a message, for requests that are
 * sent without the conduit.
 */
final class ConduitTerms {
    /** Headers, in lower case, that posts set themselves or omit. */
    private static final Set<String> POST_EXCLUDED =
            Set.of("soapaction", "content-type", "content-length", "accept", "host");

    /** Headers, in lower case, that upgrades set themselves or omit. */
    private static final Set<String> UPGRADE_EXCLUDED =
            Set.of("soapaction", "content-type", "content-length", "transfer-encoding", "connection");

    private static final String COOKIE = "Cookie";
    /** Logger required by CXF's selection of cipher suites. */
    private static final Logger LOG = LogUtils.getL7dLogger(ConduitTerms.class);

    private final HTTPConduit conduit;
    private final Message message;
    private final URI url;

    /**
     * Creates the terms of a message.
     *
     * @param message a message to that URL, prepared as the caller
     */
    ConduitTerms(HTTPConduit conduit, Message message, URI url) {
        this.conduit = conduit;
        this.message = message;
        this.url = url;
    }

    /**
     * Returns whether these terms cover all that the conduit would do for a post: it is one of CXF's own classes, uses
     * no proxy, cookies or interactive credentials, and has no HTTP settings but time limits and chunking.
     */
    boolean areComplete() {
        Class<?> kind = conduit.getClass();
        HTTPClientPolicy policy = conduit.getClient(message);
        HttpAuthSupplier supplier = conduit.getAuthSupplier();
        TLSClientParameters parameters = parameters();
        return (kind == HttpClientHTTPConduit.class || kind == URLConnectionHTTPConduit.class)
                && isDirect(chosenProxy())
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

    /** Returns whether the JVM's proxy settings lead directly to the URL. */
    private boolean isReachedDirectly() {
        ProxySelector selector = ProxySelector.getDefault();
        return selector == null || selector.select(url).stream().allMatch(ConduitTerms::isDirect);
    }

    private static boolean isDirect(Proxy proxy) {
        return proxy.type() == Proxy.Type.DIRECT;
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

    /** Returns the headers of the message and the credentials, for a post. */
    Map<String, String> headers() {
        return headers(POST_EXCLUDED);
    }

    /**
     * Returns the headers for an upgrade: also those that the conduit's policy sets for each request, as CXF's clients
     * send them.
     */
    Map<String, String> upgradeHeaders() {
        Map<String, String> headers = headers(UPGRADE_EXCLUDED);
        HTTPClientPolicy policy = conduit.getClient(message);
        set(headers, "Host", policy.getHost());
        set(headers, "Cache-Control", policy.getCacheControl());
        set(headers, "Accept", policy.getAccept());
        set(headers, "Accept-Encoding", policy.getAcceptEncoding());
        set(headers, "Accept-Language", policy.getAcceptLanguage());
        set(headers, "User-Agent", policy.getBrowserType());
        set(headers, "Referer", policy.getReferer());
        if (policy.isSetCookie()) { // in addition to a balancer's affinity cookies
            headers.merge(COOKIE, policy.getCookie(), (others, own) -> own + "; " + others);
        }
        return headers;
    }

    private static void set(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private Map<String, String> headers(Set<String> without) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, List<String>> set = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
        set.forEach((name, values) -> {
            if (!without.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(name.equalsIgnoreCase(COOKIE) ? "; " : ", ", values));
            }
        });
        String authorization = authorization(conduit.getAuthSupplier(), conduit.getEffectiveAuthPolicy(message));
        if (!authorization.isEmpty()) {
            headers.put("Authorization", authorization);
        }
        return headers;
    }

    private String authorization(@Nullable HttpAuthSupplier by, @Nullable AuthorizationPolicy policy) {
        if (policy == null) {
            return "";
        }
        HttpAuthSupplier supplier = by == null ? new DefaultBasicAuthSupplier() : by;
        String header = supplier.getAuthorization(policy, url, message, null);
        return header == null ? "" : header;
    }

    /**
     * Returns the HTTP proxy for the URL; null if there is none.
     *
     * @throws ParleyException {@code CONNECT_FAILED} if the proxy is not an HTTP proxy
     */
    UpgradeRequest.@Nullable Proxy proxy() {
        Proxy proxy = chosenProxy();
        if (isDirect(proxy)) {
            return null;
        }
        if (proxy.type() != Proxy.Type.HTTP || !(proxy.address() instanceof InetSocketAddress at)) {
            throw new ParleyException(
                    ErrorCode.CONNECT_FAILED, "websocket: expected an HTTP proxy or none, found " + proxy.type());
        }
        return new UpgradeRequest.Proxy(
                new Address(at.getHostString(), at.getPort()),
                authorization(conduit.getProxyAuthSupplier(), conduit.getProxyAuthorization()));
    }

    /**
     * Returns the conduit's proxy; without one the first that the JVM has for the URL, which CXF's clients use then;
     * {@code NO_PROXY} if there is none.
     */
    private Proxy chosenProxy() {
        Proxy own = new ProxyFactory().createProxy(conduit.getClient(message), url);
        ProxySelector selector = ProxySelector.getDefault();
        if (own != null) {
            return own;
        }
        return selector == null
                ? Proxy.NO_PROXY
                : selector.select(url).stream().findFirst().orElse(Proxy.NO_PROXY);
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
        // Without a given SSLContext, CXF's trust managers verify the host name as configured in the parameters.
        SSLContext context = given == null ? SSLUtils.getSSLContext(parameters, true) : given;
        boolean comparesHost = given == null || !parameters.isDisableCNCheck();
        return new ApplicationTls(context, to, () -> wanted(parameters, context), comparesHost);
    }

    /** Returns the protocol version and cipher suites that CXF's clients would allow. */
    private static SSLParameters wanted(TLSClientParameters parameters, SSLContext context) {
        SSLParameters wanted = context.getDefaultSSLParameters();
        String version = parameters.getSecureSocketProtocol();
        if (version != null && TlsPolicy.versions().contains(version)) {
            wanted.setProtocols(new String[] {version});
        }
        if (!parameters.getCipherSuites().isEmpty() || parameters.getCipherSuitesFilter() != null) {
            wanted.setCipherSuites(org.apache.cxf.configuration.jsse.SSLUtils.getCiphersuitesToInclude(
                    parameters.getCipherSuites(),
                    parameters.getCipherSuitesFilter(),
                    wanted.getCipherSuites(),
                    context.getSupportedSSLParameters().getCipherSuites(),
                    LOG));
        }
        return wanted;
    }
}
