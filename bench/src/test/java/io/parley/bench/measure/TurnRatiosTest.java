package io.parley.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the confidence interval of a median. */
class TurnRatiosTest {
    /** Tests the ranks given in tables of the sign test. */
    @ParameterizedTest
    @CsvSource({"6, 1", "8, 1", "9, 2", "12, 3", "20, 6", "24, 7", "40, 14", "100, 40", "600, 276", "2000, 956"})
    void theIntervalEndsAtTheRanksOfTheSignTest(int turns, int rank) {
        TurnRatios ratios = new TurnRatios(
                IntStream.rangeClosed(1, turns).mapToDouble(i -> turns + 1 - i).toArray());

        assertThat(ratios.low()).isEqualTo(rank);
        assertThat(ratios.high()).isEqualTo(turns + 1 - rank);
        assertThat(ratios.median()).isEqualTo((turns + 1) / 2.0);
    }

    @Test
    void itEnclosesTheMedianAsOftenAsItSays() {
        Random random = new Random(7);
        int enclosed = 0;
        for (int i = 0; i < 10_000; i++) {
            TurnRatios ratios = new TurnRatios(DoubleStream.generate(() -> Math.exp(random.nextGaussian()))
                    .limit(40)
                    .toArray());
            enclosed += ratios.low() <= 1 && ratios.high() >= 1 ? 1 : 0;
        }
        assertThat(enclosed / 10_000.0).isCloseTo(0.962, within(0.01));
    }

    @Test
    void aFewTurnsThatWereDisturbedChangeLittle() {
        double[] turns = DoubleStream.generate(() -> 0.9).limit(40).toArray();
        Arrays.fill(turns, 0, 8, 17.0);

        TurnRatios ratios = new TurnRatios(turns);

        assertThat(ratios.median()).isEqualTo(0.9);
        assertThat(ratios.high()).isEqualTo(0.9);
    }

    @Test
    void fiveTurnsAreTooFewToBeSureOfAnything() {
        assertThatThrownBy(() -> new TurnRatios(1, 1, 1, 1, 1)).hasMessageContaining("found 5");
        assertThatThrownBy(() -> new TurnRatios()).hasMessageContaining("found 0");
    }
}
