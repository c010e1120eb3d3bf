package io.parley.cxf.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.FakeTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeepAlivesTest {
    private final FakeTimers timers = new FakeTimers();
    private final KeepAlives silences = new KeepAlives(timers);
    private final Duration set = Duration.ofSeconds(25);

    @Test
    void aSilenceThatWasCutAtOneAddressShortensNoneOfAnother() {
        silences.of("http://here.example/a", set).cutAfter(Duration.ofSeconds(8));

        assertThat(silences.of("http://here.example/a", set).now()).isEqualTo(Duration.ofSeconds(4));
        assertThat(silences.of("http://here.example/b", set).now()).isEqualTo(set);
    }

    @Test
    void clientsOfOneAddressShareWhatWasLearnt() {
        assertThat(silences.of("http://here.example/a", set)).isSameAs(silences.of("http://here.example/a", set));
    }

    @Test
    void clientsWithOtherSettingsKeepTheirs() {
        Duration other = Duration.ofSeconds(2);

        silences.of("http://here.example/a", set).cutAfter(Duration.ofSeconds(8));

        assertThat(silences.of("http://here.example/a", other).now()).isEqualTo(other);
    }
}
