package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Charts of the payload paper: time by size of the payload, like its figures 3 to 9. */
final class TransactionPlots {
    private static final double MILLI = 1_000;
    /** Times shown in the paper's figures 3, 4, 6 and 7. */
    private static final List<String> METRICS = List.of(
            "transaction", "client response", "server response", "generation", "serialization", "deserialization");

    private final Results results;
    private final List<Plot> plots = new ArrayList<>();

    private TransactionPlots(Results results) {
        this.results = results;
    }

    /** Returns every chart for which there are results. */
    static List<Plot> all(Results results) {
        TransactionPlots all = new TransactionPlots(results);
        all.oneSeries("figure 3", "http-normal");
        all.oneSeries("figure 4", "http-serialized");
        all.series("figure 5", "SOAP over HTTP", List.of("http-normal", "http-serialized"));
        all.oneSeries("figure 6", "jms-normal-persistent");
        all.oneSeries("figure 7", "jms-serialized-persistent");
        all.series("figure 8", "SOAP over JMS", List.of("jms-normal-persistent", "jms-serialized-persistent"));
        all.series(
                "figure 9",
                "all four",
                List.of("http-serialized", "http-normal", "jms-serialized-persistent", "jms-normal-persistent"));
        all.series("beyond the paper", "what there is today", TransactionsPage.lanes(results));
        return all.plots;
    }

    private void oneSeries(String figure, String lane) {
        add(figure, lane, METRICS, metric -> points(lane, metric.replace(' ', '_') + "_us"));
    }

    private void series(String figure, String what, Collection<String> lanes) {
        add(figure, what + ", transaction time", lanes, lane -> points(lane, Figures.TRANSACTION));
    }

    private List<double[]> points(String lane, String figure) {
        return TransactionsPage.of(results, lane).stream()
                .map(result ->
                        new double[] {megabytes(result), result.more(figure).orElseThrow() / MILLI})
                .toList();
    }

    static double megabytes(CellResult result) {
        return result.more(Figures.MEGABYTES).orElseThrow();
    }

    private void add(String figure, String what, Collection<String> names, Function<String, List<double[]>> points) {
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        names.forEach(name -> lines.put(name, points.apply(name)));
        lines.values().removeIf(List::isEmpty);
        if (!lines.isEmpty()) {
            plots.add(new Plot(
                    "paper003-" + figure.replace(' ', '-') + ".png",
                    Charts.lines(
                            figure + ": " + what, "MB of XML (logarithmic)", "milliseconds (logarithmic)", lines)));
        }
    }
}
