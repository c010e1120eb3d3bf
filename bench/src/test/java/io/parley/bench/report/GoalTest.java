package io.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoalTest {
    @Test
    void aBoundIsAMaximumOrAMinimum() {
        assertThat(Goal.read("parley time void grpc <= 1", "goals.txt").isMet(2))
                .isFalse();
        assertThat(Goal.read("parley faster void grpc >= 1", "goals.txt").isMet(2))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"parley time void grpc < 1", "parley time void grpc <=", "parley time void grpc <= 1 2", ""})
    void anyOtherLineIsRefusedWithItsFile(String line) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Goal.read(line, "goals.txt"))
                .withMessageStartingWith("expected a system, a figure, a workload, a rival or -, <= or >=, and a bound")
                .withMessageEndingWith("found \"" + line + "\" in goals.txt");
    }
}
