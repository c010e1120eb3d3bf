package io.parley.transport.http;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.transport.stream.ApplicationTls;
import io.parley.transport.stream.TlsMaker;
import io.parley.transport.stream.UpgradeRequest;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import org.jspecify.annotations.Nullable;

/** Proxy and TLS that a JDK client uses for a URL, for requests that are sent without it. */
final class ClientTerms {
    private final HttpClient client;
    private final URI url;

    ClientTerms(HttpClient client, URI url) {
        this.client = client;
        this.url = url;
    }

    /**
     * Returns whether a socket can replace the client: it uses no proxy, keeps no cookies, and answers no challenges.
     */
    boolean canUseSocket() {
        return !hasProxy()
                && client.cookieHandler().isEmpty()
                && client.authenticator().isEmpty();
    }

    boolean hasProxy() {
        return client.proxy().stream()
                .flatMap(selector -> selector.select(url).stream())
                .anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    /**
     * Returns the proxy that upgrades are tunnelled through; null for none.
     *
     * @param authorization for the proxy; the client's {@code Authenticator} is not consulted
     * @throws ParleyException {@code CONNECT_FAILED} if the proxy is not an HTTP proxy
     */
    UpgradeRequest.@Nullable Proxy proxy(String authorization) {
        for (ProxySelector selector : client.proxy().stream().toList()) {
            for (Proxy proxy : selector.select(url)) {
                if (proxy.type() == Proxy.Type.DIRECT) {
                    return null;
                }
                if (proxy.type() == Proxy.Type.HTTP && proxy.address() instanceof InetSocketAddress at) {
                    return new UpgradeRequest.Proxy(new Address(at.getHostString(), at.getPort()), authorization);
                }
                throw new ParleyException(
                        ErrorCode.CONNECT_FAILED, "websocket: expected a proxy of HTTP or none, found " + proxy.type());
            }
        }
        return null;
    }

    TlsMaker tls(Address to) {
        return new ApplicationTls(client.sslContext(), to, client::sslParameters, true);
    }
}
