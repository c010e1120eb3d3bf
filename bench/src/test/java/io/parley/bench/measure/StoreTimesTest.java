package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreTimesTest {
    private static final int ENTRIES = 2_000;
    private static final Pace SHORT = new Pace(0, 1, Duration.ofMillis(20));

    @Test
    void aDurableEngineIsMeasuredUntilItIsOpenedAgain() throws Exception {
        List<CellResult> found = StoreTimes.measure("sqlite", SHORT, ENTRIES);

        assertThat(found).extracting(CellResult::workload).containsExactly("put", "get", "cas", "open-2k");
        assertThat(found).allSatisfy(result -> assertThat(result.medianUs()).isPositive());
    }

    @Test
    void anEngineInMemoryHasNothingToOpen() throws Exception {
        assertThat(StoreTimes.measure("memory", SHORT, ENTRIES))
                .extracting(CellResult::workload)
                .containsExactly("put", "get", "cas");
    }

    @Test
    void aNodeOfInfinispanIsMeasuredAsTheOthersAre() throws Exception {
        assertThat(StoreTimes.measure("infinispan", SHORT, ENTRIES))
                .extracting(CellResult::workload)
                .containsExactly("put", "get", "cas", "open-2k");
    }

    @Test
    void aStoreIsReachedBySoapAsInThePaper() throws Exception {
        assertThat(StoreTimes.measure("soap-sqlite", SHORT, ENTRIES))
                .extracting(CellResult::workload)
                .containsExactly("set-contents", "get-contents");
    }

    @Test
    void theDiskAloneIsTheFloor() throws Exception {
        assertThat(StoreTimes.measure(StoreTimes.FLOOR, SHORT, ENTRIES))
                .extracting(CellResult::workload)
                .containsExactly("append");
    }
}
