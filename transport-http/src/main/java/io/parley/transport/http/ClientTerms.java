package io.parley.transport.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.Address;
import io.parley.channel.TlsPolicy;
import io.parley.transport.stream.OneHandshake;
import io.parley.transport.stream.TlsMaker;
import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
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

    TlsMaker tls(Address to) {
        return (ByteBufAllocator allocator, Duration handshake) -> {
            SSLEngine engine = client.sslContext().createSSLEngine(to.host(), to.port());
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
