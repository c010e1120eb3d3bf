package io.parley.cxf.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.negotiation.FallbackReason;
import io.parley.testkit.FakeTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PassedOverTest {
    private static final String HERE = "http://here.example/a";
    private static final String DIRECT = "";

    private final FakeTimers timers = new FakeTimers();
    private final PassedOver passedOver = new PassedOver(timers);

    @Test
    void aFailureIsThatOfItsAddressChannelAndWayAlone() {
        passedOver.add(HERE, "stream", DIRECT, FallbackReason.CONNECT_FAILED);

        assertThat(passedOver.contains(HERE, "stream", DIRECT)).isTrue();
        assertThat(passedOver.contains("http://here.example/b", "stream", DIRECT))
                .isFalse();
        assertThat(passedOver.contains(HERE, "websocket", DIRECT)).isFalse();
        assertThat(passedOver.contains(HERE, "stream", "by a proxy")).isFalse();
    }

    @Test
    void aFailureIsForgottenWithItsTime() {
        passedOver.add(HERE, "stream", DIRECT, FallbackReason.CONNECT_FAILED);

        timers.advance(Duration.ofSeconds(31));

        assertThat(passedOver.contains(HERE, "stream", DIRECT)).isFalse();
    }

    @Test
    void thoseOfManyAddressesArePushedOutInTheirOrder() {
        for (int address = 0; address <= 1024; address++) {
            passedOver.add(HERE + address, "stream", DIRECT, FallbackReason.CONNECT_FAILED);
        }

        assertThat(passedOver.contains(HERE + 0, "stream", DIRECT)).isFalse();
        assertThat(passedOver.contains(HERE + 1, "stream", DIRECT)).isTrue();
    }
}
