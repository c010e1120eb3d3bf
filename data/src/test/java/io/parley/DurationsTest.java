package io.parley;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no duration is too long for the arithmetic. */
class DurationsTest {
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE / 1_000_000 + 1, Long.MAX_VALUE})
    void whateverIsSetCanBeAddedToAClockTwice(long set) {
        for (Duration duration : new Duration[] {
            Durations.ofMillis(set), Durations.ofSeconds(set), Durations.ofTimeout(set), Durations.FOR_EVER
        }) {
            assertThat(duration).isBetween(Duration.ZERO, Durations.FOR_EVER);
            for (long now : new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE}) {
                long deadline = now + 2 * Durations.nanos(duration);
                assertThat(deadline - now).isBetween(0L, Long.MAX_VALUE);
            }
        }
    }

    @Test
    void ordinaryOnesStayAsTheyAre() {
        assertThat(Durations.ofMillis(1_500)).isEqualTo(Duration.ofMillis(1_500));
        assertThat(Durations.ofSeconds(0)).isZero();
        assertThat(Durations.bounded(Duration.ofDays(365))).isEqualTo(Duration.ofDays(365));
        assertThat(Durations.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Durations.FOR_EVER.toNanos());
    }

    @Test
    void noTimeOutIsForEver() {
        assertThat(Durations.ofTimeout(0)).isEqualTo(Durations.FOR_EVER);
        assertThat(Durations.ofTimeout(-1)).isEqualTo(Durations.FOR_EVER);
        assertThat(Durations.ofTimeout(7)).isEqualTo(Duration.ofMillis(7));
    }

    @Test
    void limitsHoldNoMoreThanCanBeReckonedWith() {
        for (Limit limit : Limit.values()) {
            Limits most = Limits.defaults().with(limit, Long.MAX_VALUE);

            assertThat(most.get(limit)).as(limit.setting()).isEqualTo(limit.most());
            assertThat(limit.most()).isGreaterThan(limit.initial()).isLessThan(1_000_000_000_000_000_000L);
            if (limit.unit().equals("milliseconds")) {
                assertThat(Durations.ofMillis(limit.most())).isEqualTo(Duration.ofMillis(limit.most()));
            }
        }
    }
}
