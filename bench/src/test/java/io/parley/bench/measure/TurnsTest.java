package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    void everySystemHasCallsAndWhatTheyTook() throws Exception {
        List<Turns.Found> found = Turns.measure(
                List.of(Contender.PARLEY, Contender.BLOCKING), Workload.of("f64-1000"), SHORT, SHORT, Ground.HERE);
        assertThat(found).extracting(Turns.Found::system).containsExactly("parley", "blocking");
        assertThat(found).allSatisfy(one -> {
            assertThat(one.calls()).isPositive();
            assertThat(one.median()).isPositive();
            assertThat(one.here().processor()).isPositive();
            assertThat(one.together().bytes()).as("an answer of 8000 bytes").isGreaterThan(8_000);
        });
    }
}
