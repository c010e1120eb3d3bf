package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.runtime.ParleyRuntime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChannelSettingsTest {
    @Test
    void connectingAndHandshakesHaveTheLimitsOfTheirRuntime() {
        Limits limits = Limits.defaults().with(Limit.CONNECT_MILLIS, 7_000).with(Limit.HANDSHAKE_MILLIS, 9_000);
        try (ParleyRuntime runtime = ParleyRuntime.builder().limits(limits).build()) {
            ChannelSettings settings = runtime.channelSettings();

            assertThat(settings.connectTimeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(settings.handshakeTimeout()).isEqualTo(Duration.ofSeconds(9));
        }
    }
}
