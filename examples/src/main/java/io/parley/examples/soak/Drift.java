package io.parley.examples.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Growth of a resource over a run, determined by its slope and not by single samples: pools, caches and threads fill at
 * the start, and one sample may coincide with a late cleanup.
 *
 * <p>The first quarter of the run is ignored. The slope of the rest is the median of the slopes between all pairs of
 * samples (Theil-Sen estimator), which outliers do not affect. It is drift if, by that slope, the growth exceeds the
 * allowance of its {@link Resources.Kind} plus a tenth of the median, and at least two thirds of all pairs of samples
 * rise. A leak in one of a thousand calls meets both conditions within ten minutes; a pool that fills meets neither. In
 * runs shorter than five minutes only resources that no pool retains are checked: the others fill for minutes, longer
 * on a busy machine, which no slope distinguishes from drift.
 *
 * @param kind the resource
 * @param perMinute growth per minute, in its unit
 */
record Drift(Resources.Kind kind, double perMinute) {
    private static final double SECONDS_OF_A_MINUTE = 60;
    /** Minimum number of samples after the first quarter. */
    static final int MIN_SAMPLES = 4;

    private static final int IGNORED_SHARE = 4;
    private static final double RISING = 2.0 / 3;
    /** Length of a run after which pools have filled. */
    private static final long LONG_RUN_SECONDS = 300;

    /** Returns the resources that drift; none with fewer than four samples after the first quarter. */
    static List<Drift> in(List<Resources> samples) {
        List<Drift> found = new ArrayList<>();
        if (samples.isEmpty()) {
            return found;
        }
        long until = samples.get(samples.size() - 1).seconds();
        List<Resources> judged = samples.stream()
                .filter(sample -> sample.seconds() * IGNORED_SHARE >= until)
                .toList();
        if (judged.size() < MIN_SAMPLES) {
            return found;
        }
        for (Resources.Kind kind : Resources.Kind.values()) {
            double slope = slope(judged, kind);
            boolean isJudged = !kind.fills || until >= LONG_RUN_SECONDS;
            if (isJudged && grew(judged, kind, slope)) {
                found.add(new Drift(kind, slope * SECONDS_OF_A_MINUTE));
            }
        }
        return found;
    }

    private static boolean grew(List<Resources> samples, Resources.Kind kind, double slope) {
        long seconds =
                samples.get(samples.size() - 1).seconds() - samples.get(0).seconds();
        long[] values = samples.stream().mapToLong(sample -> sample.of(kind)).toArray();
        double allowed =
                kind.allowance + median(LongStream.of(values).asDoubleStream().toArray()) / 10;
        return slope * seconds > allowed && rising(values) >= RISING;
    }

    /** Returns the share of pairs whose later value is greater. */
    private static double rising(long[] values) {
        int pairs = 0;
        int rising = 0;
        for (int later = 1; later < values.length; later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                pairs++;
                rising += values[later] > values[earlier] ? 1 : 0;
            }
        }
        return (double) rising / pairs;
    }

    private static double slope(List<Resources> samples, Resources.Kind kind) {
        List<Double> slopes = new ArrayList<>();
        for (Resources later : samples) {
            for (Resources earlier : samples) {
                if (later.seconds() > earlier.seconds()) {
                    slopes.add((double) (later.of(kind) - earlier.of(kind)) / (later.seconds() - earlier.seconds()));
                }
            }
        }
        return slopes.isEmpty()
                ? 0
                : median(slopes.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
