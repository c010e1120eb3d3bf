package io.parley.bench.measure;

import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.bench.form.Work;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.bench.retail.DocumentRounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Documents over the stream and back in every representation that may be negotiated, in turn, so that what disturbs one disturbs
 * all: each turn gives a ratio of times to text, and all turns an interval for it.
 */
final class RoundTimes {
    private static final String TEXT = DocumentRounds.ALL.get(0);
    private static final int TURNS = 12;
    /** A call of them takes as long as a turn of others. */
    private static final int TURNS_OF_LARGE = 6;

    private static final double CONFIDENCE = 0.95;
    private static final double MICROS = 1e6;

    private RoundTimes() {}

    /** Measures a set of documents. */
    static List<CellResult> measure(String set, Pace pace) throws IOException {
        List<CellResult> results = new ArrayList<>();
        for (Document document : Documents.of(set)) {
            List<DocumentRounds> open = new ArrayList<>();
            try {
                Map<String, Work> works = new LinkedHashMap<>();
                for (String name : DocumentRounds.ALL) {
                    DocumentRounds rounds = DocumentRounds.open(name, document);
                    open.add(rounds);
                    works.put(name, rounds.work());
                }
                results.addAll(measure(document, works, pace));
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(document + " failed", e);
            } finally {
                open.forEach(DocumentRounds::close);
            }
        }
        return results;
    }

    private static List<CellResult> measure(Document document, Map<String, Work> works, Pace pace) throws Exception {
        int turns = document.size() == Size.LARGE ? TURNS_OF_LARGE : TURNS;
        for (Work work : works.values()) {
            Stretch.atLeastOnce(work, pace.warmUp());
        }
        Map<String, ListStatistics> micros = new LinkedHashMap<>();
        Map<String, ListStatistics> logarithms = new LinkedHashMap<>();
        for (int turn = 0; turn < turns; turn++) {
            Map<String, Double> medians = new LinkedHashMap<>();
            for (Map.Entry<String, Work> each : works.entrySet()) {
                double median = Stretch.atLeastOnce(
                                each.getValue(), pace.measured().dividedBy(turns))
                        .median();
                medians.put(each.getKey(), median);
                micros.computeIfAbsent(each.getKey(), name -> new ListStatistics())
                        .addValue(median);
            }
            medians.forEach((name, median) -> logarithms
                    .computeIfAbsent(name, some -> new ListStatistics())
                    .addValue(Math.log(median / medians.getOrDefault(TEXT, median))));
        }
        List<CellResult> results = new ArrayList<>();
        micros.forEach((name, times) ->
                results.add(result(document, name, times, logarithms.getOrDefault(name, new ListStatistics()))));
        return results;
    }

    private static CellResult result(Document document, String name, ListStatistics times, ListStatistics logarithms) {
        double[] interval = name.equals(TEXT) ? new double[] {0, 0} : logarithms.getConfidenceIntervalAt(CONFIDENCE);
        return new CellResult(
                        "rounds",
                        name,
                        document.name(),
                        1,
                        times.getPercentile(50),
                        times.getMax(),
                        MICROS / times.getMean(),
                        0,
                        0)
                .with(Map.of(
                        "xml_bytes", (double) document.bytes(),
                        "ratio", Math.exp(logarithms.getMean()),
                        "ratio_low", Math.exp(interval[0]),
                        "ratio_high", Math.exp(interval[1])))
                .labelled(Map.of(
                        "size",
                        document.size().word(),
                        "schema",
                        document.typed().isPresent() ? "yes" : "no"));
    }
}
