package io.parley.transport.quic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.channel.Address;
import io.parley.channel.ChannelSettings;
import io.parley.channel.Connection;
import io.parley.channel.Listener;
import io.parley.channel.Protection;
import io.parley.testkit.campaign.DatagramFaults;
import io.parley.testkit.campaign.DatagramProxy;
import io.parley.transport.stream.EphemeralCertificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the channel's TLS, and attempts to connect that fail. */
class QuicTlsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ChannelSettings SETTINGS =
            new ChannelSettings(Limits.defaults(), PATIENCE).shakingHandsWithin(PATIENCE);

    private final QuicChannelProvider provider = new QuicChannelProvider();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    @Test
    void aListenerMakesACertificateAndOnlyWhoKnowsItConnects() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());

        assertThat(listener.certificate()).hasSize(64);
        assertThat(connect(listener.address(), listener.certificate()).isSecure())
                .isTrue();
        assertThatThrownBy(() -> connect(listener.address(), "0".repeat(64)))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONNECT_FAILED))
                .hasMessageContaining("another certificate")
                .hasMessageContaining(listener.certificate());
    }

    @Test
    void thereIsNoChannelWithoutProtection() {
        assertThatThrownBy(() -> listen(Protection.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("always protected");
        assertThatThrownBy(() -> provider.connect(new Address("127.0.0.1", 1), SETTINGS, new Seen()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("always protected");
        assertThat(provider.traits().alwaysEncrypted()).isTrue();
    }

    @Test
    void whoWasPromisedTheCertificateBeforeIsStillShownIt() throws Exception {
        Listener listener = listen(EphemeralCertificate.make(Instant.now()));
        String before = listener.certificate();

        listener.renew(EphemeralCertificate.make(Instant.now()));

        assertThat(listener.certificate()).isNotEqualTo(before);
        assertThat(connect(listener.address(), before).isSecure()).isTrue();
        assertThat(connect(listener.address(), listener.certificate()).isSecure())
                .isTrue();
    }

    @Test
    void blockedDatagramsAreFoundOutWithinTheConnectLimitAndNamed() throws Exception {
        Listener listener = listen(new Protection.Ephemeral());
        try (DatagramProxy proxy =
                DatagramProxy.open(QuicSessions.target(listener.address()), () -> DatagramFaults.NONE, 1)) {
            proxy.block(true);
            long begin = System.nanoTime();
            assertThatThrownBy(() -> provider.connect(
                                    new Address("127.0.0.1", proxy.port()),
                                    ChannelSettings.defaults().with(new Protection.Pinned(listener.certificate())),
                                    new Seen())
                            .toCompletableFuture()
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOfSatisfying(
                            ParleyException.class, why -> assertThat(why.code()).isEqualTo(ErrorCode.CONNECT_FAILED))
                    .hasMessageContaining("UDP is blocked");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(900));
        }
    }

    private Listener listen(Protection protection) throws Exception {
        Listener listener = provider.listen(new Address("127.0.0.1", 0), SETTINGS.with(protection), connection -> {
            open.add(connection::close);
            return new Seen();
        });
        open.add(listener);
        return listener;
    }

    private Connection connect(Address address, String fingerprint) throws Exception {
        Connection connection = provider.connect(address, SETTINGS.with(new Protection.Pinned(fingerprint)), new Seen())
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        open.add(connection::close);
        return connection;
    }
}
