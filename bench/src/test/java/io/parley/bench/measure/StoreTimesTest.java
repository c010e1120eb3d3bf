package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreTimesTest {
    private static final Pace SHORT = new Pace(0, 1, Duration.ofMillis(20));

    @Test
    void aDurableEngineIsMeasuredUntilItIsOpenedAgain() throws Exception {
        List<CellResult> found = StoreTimes.measure("sqlite", SHORT);

        assertThat(found).extracting(CellResult::workload).containsExactly("put", "get", "cas", "open-100k");
        assertThat(found).allSatisfy(result -> assertThat(result.medianUs()).isPositive());
    }

    @Test
    void anEngineInMemoryHasNothingToOpen() throws Exception {
        assertThat(StoreTimes.measure("memory", SHORT))
                .extracting(CellResult::workload)
                .containsExactly("put", "get", "cas");
    }

    @Test
    void theDiskAloneIsTheFloor() throws Exception {
        assertThat(StoreTimes.measure(StoreTimes.FLOOR, SHORT))
                .extracting(CellResult::workload)
                .containsExactly("append");
    }
}
