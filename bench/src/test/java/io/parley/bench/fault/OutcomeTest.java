package io.parley.bench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final Outcome.Circumstances SOME = new Outcome.Circumstances("some", Fault.CUT, 9_000, 100, 50, "");

    @Test
    void notesOfBothSidesSayWhatBecameOfEachCall() {
        Outcome outcome = Outcome.of(
                SOME,
                List.of(
                        "ok 1 1000 ",
                        "ok 2 1500 ",
                        "failed 3 1600 IOException reset 17",
                        "failed 4 1700 IOException reset 18",
                        "ok 5 4000 ",
                        "# a remark of the client"),
                List.of("1", "2", "4", "2"),
                List.of("ok 1 1000 ", "ok 2 1500 ", "ok 5 4000 "));

        assertThat(outcome.answered()).isEqualTo(3);
        assertThat(outcome.refused()).isEqualTo(1);
        assertThat(outcome.unknown()).isEqualTo(1);
        assertThat(outcome.doubled()).isEqualTo(1);
        assertThat(outcome.lost()).isEqualTo(1);
        assertThat(outcome.failures()).isEqualTo(Map.of("IOException reset N", 2L));
    }

    @Test
    void theLongestPauseMayLastToTheEnd() {
        List<String> answers = List.of("ok 1 1000 ", "failed 2 4000 x", "ok 3 3000 ");

        assertThat(Outcome.of(SOME, answers, List.of(), answers).longestPauseMillis())
                .isEqualTo(6_000);
    }
}
