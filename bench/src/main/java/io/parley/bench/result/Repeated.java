package io.parley.bench.result;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/** Combination of the results of several measurements of a cell. */
final class Repeated {
    private static final double CONFIDENCE = 0.95;

    private Repeated() {}

    /** Returns the combined result. */
    static CellResult together(List<CellResult> measured) {
        CellResult first = measured.get(0);
        if (measured.size() == 1) {
            return first;
        }
        return new CellResult(
                first.suite(),
                first.system(),
                first.workload(),
                first.threads(),
                median(measured, CellResult::medianUs),
                median(measured, CellResult::p99Us),
                median(measured, CellResult::opsPerS),
                median(measured, CellResult::allocBytes),
                median(measured, CellResult::wireBytes),
                further(measured),
                first.labels());
    }

    private static Map<String, Double> further(List<CellResult> measured) {
        Map<String, Double> further = new HashMap<>();
        for (String name : measured.get(0).more().keySet()) {
            further.put(name, median(measured, figure(name)));
        }
        if (further.containsKey(ResultFile.RATIO)) {
            double[] ratios =
                    measured.stream().mapToDouble(figure(ResultFile.RATIO)).toArray();
            interval(further, new ListStatistics(ratios));
        }
        further.put(ResultFile.ROUNDS, (double) measured.size());
        return further;
    }

    /**
     * Replaces the intervals of single rounds by the interval of their mean, by Student's distribution (Georges,
     * Buytaert, Eeckhout: Statistically rigorous Java performance evaluation, OOPSLA 2007). For two rounds the interval
     * has no ends.
     */
    private static void interval(Map<String, Double> further, Statistics ratios) {
        double[] ends = ratios.getConfidenceIntervalAt(CONFIDENCE);
        further.put(ResultFile.RATIO_LOW, ends[0]);
        further.put(ResultFile.RATIO_HIGH, ends[1]);
        further.put(ResultFile.RATIO_LEAST, ratios.getMin());
        further.put(ResultFile.RATIO_MOST, ratios.getMax());
    }

    private static ToDoubleFunction<CellResult> figure(String name) {
        return result -> result.more(name).orElseThrow();
    }

    private static double median(List<CellResult> measured, ToDoubleFunction<CellResult> figure) {
        return Median.of(measured.stream().mapToDouble(figure).toArray());
    }
}
