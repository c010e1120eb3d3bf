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
    void whoStaysAwakeInVainAgainAndAgainSleepsForLongerEachTime() {
        makeAHabit();
        waits.ended(LONG);
        int before = waitsToAHabit();
        while (before < ShortWaits.MOST_HABIT) {
            waits.ended(LONG);
            int next = waitsToAHabit();
            assertThat(next).isEqualTo(2 * before);
            before = next;
        }
    }

    @Test
    void nobodySleepsForGoodAfterManyVainWaits() {
        for (int i = 0; i < 20; i++) {
            waitsToAHabit();
            waits.ended(LONG);
        }

        assertThat(waitsToAHabit()).isEqualTo(ShortWaits.MOST_HABIT);
    }

    @Test
    void aLongWaitAmongManyShortOnesIsForgiven() {
        for (int burst = 0; burst < 10; burst++) {
            assertThat(waitsToAHabit()).isEqualTo(ShortWaits.HABIT);
            for (int i = 0; i < ShortWaits.FORGIVING; i++) {
                waits.ended(SHORT);
            }
            waits.ended(LONG);
        }
    }

    @Test
    void whoStaysAwakeWithSuccessIsSoonBackAtIt() {
        makeAHabit();
        for (int i = 0; i < 4; i++) {
            waits.ended(LONG);
            waitsToAHabit();
        }
        for (int burst = 0; burst < 4; burst++) {
            for (int i = 0; i < ShortWaits.FORGIVING; i++) {
                waits.ended(SHORT);
            }
            waits.ended(LONG);
            waitsToAHabit();
        }
        waits.ended(LONG);
        assertThat(waitsToAHabit()).isLessThanOrEqualTo(2 * ShortWaits.HABIT);
    }

    @Test
    void whereLittleIsLostNothingIsRemembered() {
        ShortWaits few = ShortWaits.ofFewLooks();
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < ShortWaits.HABIT; i++) {
                few.ended(SHORT);
            }
            assertThat(few.payOff()).isTrue();
            few.ended(LONG);
        }
    }

    /** Performs short waits until spinning pays off; returns their number. */
    private int waitsToAHabit() {
        int count = 0;
        while (!waits.payOff()) {
            waits.ended(SHORT);
            count++;
        }
        return count;
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
