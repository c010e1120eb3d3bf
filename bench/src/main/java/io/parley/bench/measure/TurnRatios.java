package io.parley.bench.measure;

import java.util.Arrays;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Ratios of the times of two things that took turns. What disturbs a machine now and then makes a few of them very large or
 * small and leaves their median where it was, so the median is what is told, and how sure it is by ranks, which supposes
 * nothing of how ratios are distributed (David, Nagaraja: Order Statistics, 7.1).
 */
final class TurnRatios {
    private static final double CONFIDENCE = 0.95;
    private static final double MEDIAN = 50;

    private final double[] sorted;
    /** From 1, of the ends of the interval, counted from either side. */
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
        return new ListStatistics(sorted).getPercentile(MEDIAN);
    }

    /** The lower end of the interval that encloses the median with a confidence of 95 % at least. */
    double low() {
        return sorted[rank - 1];
    }

    /** The upper end. */
    double high() {
        return sorted[sorted.length - rank];
    }

    /** The largest at which few enough ratios are expected on one side of the median; 0 if there is none. */
    private static int rank(int turns) {
        // In logarithms: what a thousand turns have at their ends is less than a double can be.
        double term = turns * Math.log(0.5);
        double tail = Math.exp(term);
        int rank = 0;
        while (2 * tail <= 1 - CONFIDENCE) {
            rank++;
            term += Math.log((double) (turns - rank + 1) / rank);
            tail += Math.exp(term);
        }
        return rank;
    }
}
