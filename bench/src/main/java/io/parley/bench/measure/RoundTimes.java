package io.parley.bench.measure;

import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.bench.form.Work;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.bench.retail.DocumentRounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Documents over the stream and back in every representation that may be negotiated, in turn, so that what disturbs one disturbs
 * all: each turn gives a ratio of times to text, and all turns their median and an interval for it. Who is first changes from turn to
 * turn.
 */
final class RoundTimes {
    private static final String TEXT = DocumentRounds.ALL.get(0);
    private static final int TURNS = 60;
    /**
     * What an exchange of a small document takes are threads that wake each other, which they do faster or slower for a while; a
     * percent of it is only told by turns that are shorter than such a while, if there is the time for many.
     */
    private static final Duration TURN_OF_SMALL = Duration.ofMillis(10);
    /** A call of them takes as long as a turn of others. */
    private static final int TURNS_OF_LARGE = 12;

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
        int turns = turns(document.size(), pace.measured());
        for (Work work : works.values()) {
            Stretch.atLeastOnce(work, pace.warmUp());
        }
        List<String> names = List.copyOf(works.keySet());
        List<Work> all = List.copyOf(works.values());
        double[][] micros = new double[all.size()][turns];
        Duration one = pace.measured().dividedBy(turns);
        for (int turn = 0; turn < turns; turn++) {
            for (int i = 0; i < all.size(); i++) {
                int next = (turn + i) % all.size();
                micros[next][turn] = Stretch.atLeastOnce(all.get(next), one).median();
            }
        }
        double[] ofText = micros[names.indexOf(TEXT)];
        return IntStream.range(0, names.size())
                .mapToObj(i -> result(document, names.get(i), micros[i], ofText))
                .toList();
    }

    private static int turns(Size size, Duration measured) {
        return switch (size) {
            case SMALL -> (int) Math.max(TURNS, measured.dividedBy(TURN_OF_SMALL));
            case MEDIUM -> TURNS;
            case LARGE -> TURNS_OF_LARGE;
        };
    }

    private static CellResult result(Document document, String name, double[] micros, double[] ofText) {
        ListStatistics times = new ListStatistics(micros);
        TurnRatios ratios = new TurnRatios(IntStream.range(0, micros.length)
                .mapToDouble(turn -> micros[turn] / ofText[turn])
                .toArray());
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
                        "ratio", ratios.median(),
                        "ratio_low", ratios.low(),
                        "ratio_high", ratios.high()))
                .labelled(Map.of(
                        "size",
                        document.size().word(),
                        "schema",
                        document.typed().isPresent() ? "yes" : "no"));
    }
}
