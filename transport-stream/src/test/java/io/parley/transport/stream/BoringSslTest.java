package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.parley.channel.ChannelProvider;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Repeats the tests of {@link TlsTest} with BoringSSL, which is on the test class path, and mixes it with the JDK's
 * TLS.
 */
class BoringSslTest extends TlsTest {
    @BeforeAll
    static void isThere() {
        assertThat(OpenSsl.unavailabilityCause()).isNull();
    }

    @Override
    SslProvider library() {
        return SslProvider.OPENSSL;
    }

    @Test
    void whereItIsThereItIsUsed() {
        assertThat(Tls.library()).isEqualTo(SslProvider.OPENSSL);
        Tls tls = Tls.accepting(new Protection.Ephemeral(), Tls.library());
        SSLEngine engine =
                tls.handler(ByteBufAllocator.DEFAULT, Duration.ofSeconds(1)).engine();
        assertThat(engine).isInstanceOf(ReferenceCountedOpenSslEngine.class);
        ReferenceCountUtil.release(engine);
    }

    @ParameterizedTest
    @EnumSource(
            value = SslProvider.class,
            names = {"JDK", "OPENSSL"})
    void eitherSideMayHaveTheOtherLibrary(SslProvider near) throws Exception {
        ChannelProvider far = stream(near == SslProvider.JDK ? SslProvider.OPENSSL : SslProvider.JDK);
        Listener listener = listen(far, new Protection.Ephemeral());

        assertThat(connect(stream(near), listener.address(), patient(new Protection.Pinned(listener.certificate())))
                        .isSecure())
                .isTrue();
    }
}
