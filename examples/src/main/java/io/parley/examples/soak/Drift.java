package io.parley.examples.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What grew over a run, judged by its slope and not by single numbers: pools, caches and threads fill at the beginning, and one sample may
 * find something late to end.
 *
 * <p>The first quarter of the time is left out. Over the others the slope is the median of the slopes between each two samples (Theil and
 * Sen), which no odd sample moves. It is drift if both hold: by that slope the time that was looked at brought more than the allowance
 * of its {@link Resources.Kind} and a tenth of the median, and of all pairs of samples at least two thirds rise. Something that is kept
 * of one call in a thousand does both within ten minutes; what fills up does neither. Runs of less than five minutes are judged only by what
 * no pool keeps: the others fill for minutes, the longer the busier the machine is, which no slope tells from drift.
 *
 * @param kind what grew
 * @param perMinute by how much each minute
 */
record Drift(Resources.Kind kind, double perMinute) {
    private static final double SECONDS_OF_A_MINUTE = 60;
    /** Samples behind the first quarter, without which nothing can be said. */
    static final int FEWEST = 4;

    private static final int SHARE_LEFT_OUT = 4;
    private static final double RISING = 2.0 / 3;
    /** A run in which pools have filled up. */
    private static final long LONG_RUN_SECONDS = 300;

    /** All that grew; nothing can be said of fewer than four samples behind the first quarter. */
    static List<Drift> in(List<Resources> samples) {
        List<Drift> found = new ArrayList<>();
        if (samples.isEmpty()) {
            return found;
        }
        long until = samples.get(samples.size() - 1).seconds();
        List<Resources> judged = samples.stream()
                .filter(sample -> sample.seconds() * SHARE_LEFT_OUT >= until)
                .toList();
        if (judged.size() < FEWEST) {
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

    /** The share of pairs of which the later is more. */
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
