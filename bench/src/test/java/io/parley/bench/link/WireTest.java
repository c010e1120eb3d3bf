package io.parley.bench.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WireTest {
    private static final long SECOND = 1_000_000_000;
    private static final Link SLOW = new Link("slow", 1_000, Duration.ofSeconds(2));

    @Test
    void bytesArriveWhenTheyHaveGoneThroughAndTheDelayIsOver() {
        assertThat(new Wire(SLOW, 0).send(10 * SECOND, 500)).isEqualTo(12 * SECOND + SECOND / 2);
    }

    @Test
    void bytesWaitForThoseBeforeThem() {
        Wire wire = new Wire(SLOW, 0);
        wire.send(0, 3_000);
        assertThat(wire.send(SECOND, 1_000)).isEqualTo(3 * SECOND + SECOND + 2 * SECOND);
    }

    @Test
    void aWireThatWasFreeForAWhileSavesNothingUp() {
        Wire wire = new Wire(SLOW, 0);
        wire.send(0, 1_000);
        assertThat(wire.send(100 * SECOND, 1_000)).isEqualTo(103 * SECOND);
    }

    @Test
    void aClockMayBeginAnywhere() {
        long begin = Long.MAX_VALUE - SECOND;
        assertThat(new Wire(SLOW, begin).send(begin, 1_000) - begin).isEqualTo(3 * SECOND);
    }

    @Test
    void withoutARateOnlyTheDelayCounts() {
        Wire wire = new Wire(new Link("far", 0, Duration.ofSeconds(1)), 0);
        assertThat(wire.send(0, 1_000_000)).isEqualTo(SECOND);
        assertThat(wire.send(0, 1_000_000)).isEqualTo(SECOND);
    }
}
