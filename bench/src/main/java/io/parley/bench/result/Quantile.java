package io.parley.bench.result;

import java.util.Arrays;

/** Quantiles of measured values. Stateless. */
public final class Quantile {
    private Quantile() {}

    /**
     * Returns the value below which that part of all lies.
     *
     * @param values at least one, in any order; they stay as they are
     */
    public static double of(double part, double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }
}
