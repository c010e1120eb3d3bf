package io.parley.transport.http;

import io.parley.channel.Address;
import io.parley.transport.stream.ApplicationTls;
import io.parley.transport.stream.TlsMaker;
import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpClient;

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

    TlsMaker tls(Address to) {
        return new ApplicationTls(client.sslContext(), to, client::sslParameters, true);
    }
}
