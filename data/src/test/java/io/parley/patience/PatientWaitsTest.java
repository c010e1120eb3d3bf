package io.parley.patience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.core.EvaluatedCondition;
import org.junit.jupiter.api.Test;

class PatientWaitsTest {

    @Test
    void whoDoesNotSayHowLongWaitsForAMinute() {
        AtomicReference<EvaluatedCondition<?>> heard = new AtomicReference<>();

        await().conditionEvaluationListener(heard::set).until(() -> true);

        assertThat(Duration.ofMillis(
                        heard.get().getElapsedTimeInMS() + heard.get().getRemainingTimeInMS()))
                .isBetween(PatientWaits.PATIENCE.minusSeconds(1), PatientWaits.PATIENCE);
    }

    @Test
    void whatIsThereIsSeenWithoutAPause() {
        List<EvaluatedCondition<?>> heard = new ArrayList<>();

        await().conditionEvaluationListener(heard::add).until(() -> true);

        assertThat(heard)
                .singleElement()
                .satisfies(look -> assertThat(look.getPollInterval()).isLessThan(PatientWaits.LONGEST_PAUSE));
    }

    @Test
    void whatTakesLongIsLookedForTenTimesASecondAtMost() {
        assertThat(PatientWaits.pause(1)).isEqualTo(Duration.ofMillis(2));
        assertThat(PatientWaits.pause(6)).isEqualTo(Duration.ofMillis(64));
        assertThat(PatientWaits.pause(7)).isEqualTo(PatientWaits.LONGEST_PAUSE);
        assertThat(PatientWaits.pause(Integer.MAX_VALUE)).isEqualTo(PatientWaits.LONGEST_PAUSE);
    }
}
