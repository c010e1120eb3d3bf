package io.parley.bench.transaction;

import io.parley.bench.result.CellResult;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** Summarizes JMH's shots of one series: the median of times, the mean of amounts. */
public final class Summary {
    private static final double MEDIAN = 50;

    private Summary() {}

    /**
     * Returns the result of a cell.
     *
     * @param workload a series and a size, for instance {@code jms-hhfr@4.4MB}
     */
    public static CellResult of(String suite, String workload, RunResult measured) {
        Lane lane = Lane.of(workload.substring(0, workload.indexOf('@')));
        Statistics transaction = measured.getPrimaryResult().getStatistics();
        Map<String, Double> more = new HashMap<>();
        for (Field counter : Transactions.Measured.class.getFields()) {
            Statistics shots = shots(measured, counter.getName());
            more.put(
                    counter.getName(),
                    Figures.isAmount(counter.getName()) ? shots.getMean() : shots.getPercentile(MEDIAN));
        }
        more.put(Figures.TRANSACTION, transaction.getPercentile(MEDIAN));
        more.put(Figures.MEGABYTES, megabytes(workload));
        more.put(Figures.PERSISTENT, lane.persistent() ? 1.0 : 0.0);
        return CellResult.timed(
                        new CellResult.Key(suite, lane.system().word(), workload),
                        transaction,
                        shots(measured, Figures.CLIENT_ALLOCATION).getMean()
                                + shots(measured, Figures.SERVER_ALLOCATION).getMean(),
                        0)
                .with(more)
                .labelled(
                        Map.of("binding", lane.binding(), "payload", lane.form().word()));
    }

    /** Returns the size in the name of a workload. */
    public static double megabytes(String workload) {
        return Double.parseDouble(workload.substring(workload.indexOf('@') + 1).replace("MB", ""));
    }

    private static Statistics shots(RunResult measured, String name) {
        return Objects.requireNonNull(measured.getSecondaryResults().get(name), name)
                .getStatistics();
    }
}
