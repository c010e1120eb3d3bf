package io.parley.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the cost of a process whose threads start and end during the measurement. */
class ProcessCostTest {
    @Test
    void sleepsCanBeLeftOut() {
        ProcessCost cost = ProcessCost.beginWithoutSleeps();

        assertThat(cost.hasSleeps()).isFalse();
        assertThat(cost.end().sleeps()).isZero();
    }

    @Test
    void threadsThatEndedTakeNothingAway() {
        assertThat(ProcessCost.since(Map.of("1", 12L), Map.of("1", 10L, "ended", 115L)))
                .isEqualTo(2);
        assertThat(ProcessCost.since(
                        Map.of("1", 12L, "of another thread now", 1L), Map.of("of another thread now", 115L)))
                .isEqualTo(12);
    }
}
