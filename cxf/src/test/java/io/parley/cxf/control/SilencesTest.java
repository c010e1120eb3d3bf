package io.parley.cxf.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.testkit.FakeTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilencesTest {
    private final FakeTimers timers = new FakeTimers();
    private final Silences silences = new Silences(timers);

    @Test
    void aSilenceThatWasCutAtOneAddressShortensNoneOfAnother() {
        Duration set = silences.of("http://here.example/a").now();

        silences.of("http://here.example/a").cutAfter(Duration.ofSeconds(8));

        assertThat(silences.of("http://here.example/a").now()).isEqualTo(Duration.ofSeconds(4));
        assertThat(silences.of("http://here.example/b").now()).isEqualTo(set);
    }

    @Test
    void clientsOfOneAddressShareWhatWasLearnt() {
        assertThat(silences.of("http://here.example/a")).isSameAs(silences.of("http://here.example/a"));
    }
}
