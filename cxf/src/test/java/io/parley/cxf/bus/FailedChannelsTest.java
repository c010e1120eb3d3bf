package io.parley.cxf.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.FallbackReason;
import io.parley.testkit.FakeTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FailedChannelsTest {
    private static final String HERE = "http://here.example/a";
    private static final String DIRECT = "";

    private final FakeTimers timers = new FakeTimers();
    private final FailedChannels failedChannels = new FailedChannels(timers);

    @Test
    void aFailureIsThatOfItsAddressChannelAndWayAlone() {
        failedChannels.add(HERE, "stream", DIRECT, FallbackReason.CONNECT_FAILED);

        assertThat(failedChannels.contains(HERE, "stream", DIRECT)).isTrue();
        assertThat(failedChannels.contains("http://here.example/b", "stream", DIRECT))
                .isFalse();
        assertThat(failedChannels.contains(HERE, "websocket", DIRECT)).isFalse();
        assertThat(failedChannels.contains(HERE, "stream", "by a proxy")).isFalse();
    }

    @Test
    void aFailureIsForgottenWithItsTime() {
        failedChannels.add(HERE, "stream", DIRECT, FallbackReason.CONNECT_FAILED);

        timers.advance(Duration.ofSeconds(31));

        assertThat(failedChannels.contains(HERE, "stream", DIRECT)).isFalse();
    }

    @Test
    void thoseOfManyAddressesArePushedOutInTheirOrder() {
        for (int address = 0; address <= 1024; address++) {
            failedChannels.add(HERE + address, "stream", DIRECT, FallbackReason.CONNECT_FAILED);
        }

        assertThat(failedChannels.contains(HERE + 0, "stream", DIRECT)).isFalse();
        assertThat(failedChannels.contains(HERE + 1, "stream", DIRECT)).isTrue();
    }
}
