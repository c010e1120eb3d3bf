package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.Address;
import io.parley.channel.TlsPolicy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Makes the TLS of connections to a service's URL with what an application's client of HTTP has. Of its versions only those of Parley's policy are used, there is one
 * handshake, and HTTP/1.1 inside. Thread-safe.
 *
 * @param context trust and keys
 * @param to the place; its host is the name that is asked for
 * @param parameters of each engine, a new copy for each; versions that it leaves open are those that the context enables
 * @param comparesHost whether the engine compares the certificate with the host, as HTTPS does; if not, the context's trust managers do, or nobody
 */
public record ApplicationTls(SSLContext context, Address to, Supplier<SSLParameters> parameters, boolean comparesHost)
        implements TlsMaker {
    private static final String HTTP_1_1 = "http/1.1";

    @Override
    public SslHandler handler(ByteBufAllocator allocator, Duration handshake) {
        SSLEngine engine = context.createSSLEngine(to.host(), to.port());
        engine.setUseClientMode(true);
        SSLParameters wanted = parameters.get();
        if (comparesHost) {
            wanted.setEndpointIdentificationAlgorithm("HTTPS");
        }
        wanted.setApplicationProtocols(new String[] {HTTP_1_1});
        String[] enabled = wanted.getProtocols();
        List<String> among = Arrays.asList(enabled == null ? engine.getEnabledProtocols() : enabled);
        wanted.setProtocols(
                TlsPolicy.versions().stream().filter(among::contains).toArray(String[]::new));
        engine.setSSLParameters(wanted);
        SslHandler handler = new OneHandshake(engine);
        handler.setHandshakeTimeoutMillis(Math.max(1, handshake.toMillis()));
        return handler;
    }
}
