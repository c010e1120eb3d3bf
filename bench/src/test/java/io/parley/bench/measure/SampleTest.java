package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
    private static final Duration TIME = Duration.ofMillis(50);

    @Test
    void aFailureIsThrownOnceAllCallersHaveEnded() {
        long begin = System.nanoTime();

        assertThatIOException()
                .isThrownBy(() -> Sample.of(
                        List.of(
                                sample -> {
                                    throw new IllegalStateException("no answer");
                                },
                                sample -> sample.time(Thread::onSpinWait)),
                        TIME))
                .withMessageContaining("no answer");
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TIME.toNanos());
    }
}
