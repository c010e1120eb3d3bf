package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import io.parley.bench.transaction.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Charts of the payload paper: time by size of the payload, like its figures 3 to 9. */
final class TransactionPlots {
    private static final double MILLI = 1_000;
    /** Times shown in the paper's figures 3, 4, 6 and 7, with its words for them. */
    private static final Map<String, String> METRICS = metrics();

    private final Results results;
    private final List<Plot> plots = new ArrayList<>();

    private TransactionPlots(Results results) {
        this.results = results;
    }

    private static Map<String, String> metrics() {
        Map<String, String> metrics = new LinkedHashMap<>();
        metrics.put(Figures.TRANSACTION, "transaction");
        metrics.put(Figures.CLIENT_RESPONSE, "client response");
        metrics.put(Figures.SERVER_RESPONSE, "server response");
        metrics.put(Figures.GENERATION, "payload generation");
        metrics.put(Figures.SERIALIZATION, "serialization");
        metrics.put(Figures.DESERIALIZATION, "deserialization");
        return metrics;
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
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        METRICS.forEach((name, word) -> lines.put(word, points(lane, name)));
        add(figure, lane, lines);
    }

    private void series(String figure, String what, Collection<String> lanes) {
        Map<String, List<double[]>> lines = new LinkedHashMap<>();
        lanes.forEach(lane -> lines.put(lane, points(lane, Figures.TRANSACTION)));
        add(figure, what + ", transaction time", lines);
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

    private void add(String figure, String what, Map<String, List<double[]>> lines) {
        lines.values().removeIf(List::isEmpty);
        if (!lines.isEmpty()) {
            plots.add(new Plot(
                    "paper003-" + figure.replace(' ', '-') + ".png",
                    Charts.lines(
                            figure + ": " + what, "MB of XML (logarithmic)", "milliseconds (logarithmic)", lines)));
        }
    }
}
