package io.parley.bench.measure;

import io.parley.bench.result.Median;
import java.util.Arrays;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Ratios of the times of two things that took turns. Occasional disturbances of the machine make a few ratios very
 * large or small but hardly change their median, so the median is reported. Its confidence interval is found by ranks,
 * which makes no assumption about the distribution of the ratios (David, Nagaraja: Order Statistics, 7.1).
 */
final class TurnRatios {
    private static final double CONFIDENCE = 0.95;

    private final double[] sorted;
    /** Rank of the interval's ends, counted from 1 from either side. */
    private final int rank;

    TurnRatios(double... ratios) {
        sorted = ratios.clone();
        Arrays.sort(sorted);
        rank = rank(sorted.length);
        if (rank == 0) {
            throw new IllegalArgumentException(
                    "expected so many turns that the interval has ends, found " + sorted.length);
        }
    }

    double median() {
        return Median.of(sorted);
    }

    /** Returns the lower end of the interval that contains the median with a confidence of at least 95 %. */
    double low() {
        return sorted[rank - 1];
    }

    /** Returns the upper end of that interval. */
    double high() {
        return sorted[sorted.length - rank];
    }

    /** Returns the largest rank at which both tails together have a probability of 5 % at most; 0 if there is none. */
    private static int rank(int turns) {
        return new BinomialDistribution(null, turns, 0.5).inverseCumulativeProbability((1 - CONFIDENCE) / 2);
    }
}
