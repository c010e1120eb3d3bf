package io.parley.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.SelectStrategy;
import io.parley.channel.ShortWaits;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when an event loop sleeps, on a clock that the test advances. */
class WakefulSelectTest {
    private static final long SHORT = TimeUnit.MICROSECONDS.toNanos(20);
    private static final int ENOUGH = 100;

    private long now;
    private int ready;
    private final WakefulSelect select = new WakefulSelect(() -> now);

    @BeforeEach
    void needsTwoProcessors() {
        Assumptions.assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1, "nobody stays awake on the only processor");
    }

    @Test
    void aLoopWithTasksNeverSleeps() throws Exception {
        ready = 3;
        assertThat(select.calculateStrategy(() -> ready, true)).isEqualTo(3);
    }

    @Test
    void aLoopSleepsAtOnceWhereWorkIsRare() throws Exception {
        for (int i = 0; i < ENOUGH; i++) {
            assertThat(turn()).isEqualTo(SelectStrategy.SELECT);
            now += 2 * ShortWaits.MOST_NANOS;
        }
    }

    @Test
    void aLoopStaysAwakeForAWhileWhereWorkComesOften() throws Exception {
        workComesOften();

        assertThat(turn()).isZero();
        now += SHORT;
        ready = 1;
        assertThat(turn()).isOne();
    }

    @Test
    void aLoopThatLookedLongEnoughSleepsAndBelievesInRareWorkAgain() throws Exception {
        workComesOften();
        assertThat(turn()).isZero();

        now += ShortWaits.MOST_NANOS + 1;
        assertThat(turn()).isEqualTo(SelectStrategy.SELECT);
        now += SHORT;
        assertThat(turn()).isEqualTo(SelectStrategy.SELECT);
    }

    private void workComesOften() throws Exception {
        for (int i = 0; i < ENOUGH; i++) {
            turn();
            now += SHORT;
            select.calculateStrategy(() -> 0, true);
        }
    }

    private int turn() throws Exception {
        return select.calculateStrategy(() -> ready, false);
    }
}
