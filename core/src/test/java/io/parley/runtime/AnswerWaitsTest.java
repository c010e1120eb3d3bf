package io.parley.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.channel.ShortWaits;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when callers poll for their responses a few times before they park. */
class AnswerWaitsTest {
    private static final int CROWD = 8;
    /** Too long for a lone caller, and short for one of several. */
    private static final long NANOS = 4 * ShortWaits.MOST_NANOS;

    private final AnswerWaits waits = new AnswerWaits();

    @BeforeEach
    void needsTwoProcessors() {
        Assumptions.assumeTrue(
                Runtime.getRuntime().availableProcessors() > 1, "nobody stays awake on the only processor");
    }

    @Test
    void oneOfACrowdLooksAFewTimesOnceAnswersComeFastEnoughForAll() {
        assertThat(waits.looks(CROWD, false)).isZero();

        crowdWaits();

        assertThat(waits.looks(CROWD, false)).isEqualTo(AnswerWaits.FEW_LOOKS);
        assertThat(waits.looks(1, false)).as("alone").isZero();
        assertThat(waits.mayStayAwake()).as("for long").isFalse();
    }

    @Test
    void lookingInVainEndsTheHabit() {
        crowdWaits();

        waits.end(waits.begin(), NANOS, true);

        assertThat(waits.looks(CROWD, false)).isZero();
    }

    @Test
    void answersThatComeSlowlyForACrowdAreSleptFor() {
        for (int i = 0; i < 100; i++) {
            waits.begin();
            waits.end(CROWD, CROWD * NANOS, false);
        }
        assertThat(waits.looks(CROWD, false)).isZero();
    }

    @Test
    void whoeverBeginsToWaitCountsUntilItsEnd() {
        assertThat(waits.begin()).isEqualTo(1);
        assertThat(waits.begin()).isEqualTo(2);
        waits.end(2, NANOS, false);
        assertThat(waits.begin()).isEqualTo(2);
    }

    private void crowdWaits() {
        for (int i = 0; i < 100; i++) {
            waits.begin();
            waits.end(CROWD, NANOS, false);
        }
    }
}
