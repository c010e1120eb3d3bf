package io.parley.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShortWaitsTest {
    private static final long SHORT = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long LONG = ShortWaits.MOST_NANOS + 1;

    private final ShortWaits waits = new ShortWaits();

    @BeforeEach
    void needsTwoProcessors() {
        Assumptions.assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1, "nobody stays awake on the only processor");
    }

    @Test
    void nobodyStaysAwakeBeforeShortWaitsAreAHabit() {
        for (int i = 0; i < ShortWaits.HABIT; i++) {
            assertThat(waits.payOff()).isFalse();
            waits.ended(SHORT);
        }

        assertThat(waits.payOff()).isTrue();
    }

    @Test
    void oneLongWaitEndsTheHabit() {
        makeAHabit();

        waits.ended(LONG);

        assertThat(waits.payOff()).isFalse();
        makeAHabit();
        assertThat(waits.payOff()).isTrue();
    }

    @Test
    void halfOfTheProcessorsAreLeftToThoseThatAreWaitedFor() {
        int awake = 0;
        while (ShortWaits.callerMayStayAwake()) {
            awake++;
        }
        try {
            assertThat(awake).isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
        } finally {
            for (int i = 0; i < awake; i++) {
                ShortWaits.callerSleeps();
            }
        }
        assertThat(ShortWaits.callerMayStayAwake()).isTrue();
        ShortWaits.callerSleeps();
    }

    private void makeAHabit() {
        for (int i = 0; i < ShortWaits.HABIT; i++) {
            waits.ended(SHORT);
        }
    }
}
