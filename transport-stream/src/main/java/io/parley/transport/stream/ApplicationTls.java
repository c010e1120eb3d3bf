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
 * TLS of connections to a service's URL, configured like the application's HTTP client. Only protocol versions that
 * Parley's policy allows are enabled, renegotiation is refused, and ALPN offers HTTP/1.1 alone. Thread-safe.
 *
 * @param context trust and key material
 * @param to the peer; its host is sent as the server name
 * @param parameters supplies a new copy of the parameters for each engine; versions that it leaves open are those that
 *     the context enables
 * @param comparesHost true if the engine checks the certificate against the host, as HTTPS does; otherwise only the
 *     context's trust managers can
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
