package io.parley.bench.result;

import org.openjdk.jmh.util.ListStatistics;

/** Median of figures. */
public final class Median {
    private static final double HALF = 50;

    private Median() {}

    /** Returns the median, the mean of both middle values if their number is even; NaN if there are no values. */
    public static double of(double... values) {
        return values.length == 0 ? Double.NaN : new ListStatistics(values).getPercentile(HALF);
    }
}
