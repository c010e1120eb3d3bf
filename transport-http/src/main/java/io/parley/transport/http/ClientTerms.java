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

/** Way and TLS that a client of the JDK has to a URL, for requests that are made without it. */
final class ClientTerms {
    private final HttpClient client;
    private final URI url;

    ClientTerms(HttpClient client, URI url) {
        this.client = client;
        this.url = url;
    }

    /** Returns whether these are all that the client would do for a request: it goes by no proxy, keeps no cookies, and answers no challenges. */
    boolean areWhole() {
        return !goesByProxy()
                && client.cookieHandler().isEmpty()
                && client.authenticator().isEmpty();
    }

    boolean goesByProxy() {
        return client.proxy().stream()
                .flatMap(selector -> selector.select(url).stream())
                .anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT);
    }

    /**
     * Returns the proxy that upgrades go by; null for none.
     *
     * @param authorization for it, if there is one; its {@code Authenticator} the client asks alone
     * @throws ParleyException {@code CONNECT_FAILED} if it is none of HTTP
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
