package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.parley.channel.Address;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

class ApplicationTlsTest {
    private static final Address THERE = new Address("service.example", 443);

    private final SSLContext context = context("TLS");

    private static SSLContext context(String protocol) {
        try {
            SSLContext made = SSLContext.getInstance(protocol);
            made.init(null, null, null);
            return made;
        } catch (NoSuchAlgorithmException | KeyManagementException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theEngineAsksForTheHostAndComparesIt() {
        SslHandler handler = handler(context, new SSLParameters(), true);

        SSLParameters used = handler.engine().getSSLParameters();
        assertThat(handler.engine().getPeerHost()).isEqualTo("service.example");
        assertThat(handler.engine().getUseClientMode()).isTrue();
        assertThat(used.getEndpointIdentificationAlgorithm()).isEqualTo("HTTPS");
        assertThat(used.getApplicationProtocols()).containsExactly("http/1.1");
        assertThat(handler.getHandshakeTimeoutMillis()).isEqualTo(3_000);
    }

    @Test
    void whoeverElseComparesTheHostIsLeftToIt() {
        SSLParameters used =
                handler(context, new SSLParameters(), false).engine().getSSLParameters();

        assertThat(used.getEndpointIdentificationAlgorithm()).isNull();
    }

    @Test
    void onlyVersionsOfThePolicyAreSpokenAndOnlyThoseThatTheApplicationAllows() {
        SSLParameters old = new SSLParameters();
        old.setProtocols(new String[] {"TLSv1.1", "TLSv1.2"});

        assertThat(handler(context, new SSLParameters(), true).engine().getEnabledProtocols())
                .containsExactlyInAnyOrder("TLSv1.2", "TLSv1.3");
        assertThat(handler(context, old, true).engine().getEnabledProtocols()).containsExactly("TLSv1.2");
        assertThat(handler(context("TLSv1.2"), new SSLParameters(), true)
                        .engine()
                        .getEnabledProtocols())
                .containsExactly("TLSv1.2");
    }

    @Test
    void theApplicationsCipherSuitesAreKept() {
        SSLParameters one = new SSLParameters();
        one.setCipherSuites(new String[] {"TLS_AES_256_GCM_SHA384"});

        assertThat(handler(context, one, true).engine().getEnabledCipherSuites())
                .containsExactly("TLS_AES_256_GCM_SHA384");
    }

    private static SslHandler handler(SSLContext from, SSLParameters parameters, boolean comparesHost) {
        return new ApplicationTls(from, THERE, () -> parameters, comparesHost)
                .handler(UnpooledByteBufAllocator.DEFAULT, Duration.ofSeconds(3));
    }
}
