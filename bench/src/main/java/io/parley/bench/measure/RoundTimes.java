package io.parley.bench.measure;

import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.bench.form.Work;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import io.parley.bench.retail.DocumentRounds;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Documents over the stream and back in every representation that may be negotiated, one exchange of each after the other in an order
 * that is drawn each time, so that what disturbs one disturbs all: threads wake each other four times as fast now as in a second. So
 * many exchanges of each are a turn, which gives a ratio of times to text, and all turns their median and an interval for it.
 */
final class RoundTimes {
    private static final String TEXT = DocumentRounds.ALL.get(0);
    private static final int TURNS = 60;
    /** Percents are told by many turns; shorter ones have too few exchanges of a small document. */
    private static final Duration TURN_OF_SMALL = Duration.ofMillis(5);
    /** An exchange of them takes as long as a turn of others. */
    private static final int TURNS_OF_LARGE = 8;

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e3;

    private RoundTimes() {}

    /** Measures a set of documents. */
    static List<CellResult> measure(String set, Pace pace) throws IOException {
        List<CellResult> results = new ArrayList<>();
        for (Document document : Documents.of(set)) {
            try (DocumentRounds rounds = DocumentRounds.open(document)) {
                results.addAll(measure(document, rounds.works(), pace));
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(document + " failed", e);
            }
        }
        return results;
    }

    private static List<CellResult> measure(Document document, Map<String, Work> works, Pace pace) throws Exception {
        int turns = turns(document.size(), pace.measured());
        List<String> names = List.copyOf(works.keySet());
        List<Work> all = List.copyOf(works.values());
        Random random = new Random(document.bytes());
        turn(all, pace.warmUp(), random);
        double[][] micros = new double[all.size()][turns];
        Duration one = pace.measured().dividedBy(turns);
        for (int turn = 0; turn < turns; turn++) {
            double[] took = turn(all, one, random);
            for (int i = 0; i < took.length; i++) {
                micros[i][turn] = took[i];
            }
        }
        double[] ofText = micros[names.indexOf(TEXT)];
        return IntStream.range(0, names.size())
                .mapToObj(i -> result(document, names.get(i), micros[i], ofText))
                .toList();
    }

    /**
     * Does all of it in turns, once at least.
     *
     * @param each how long for each of them, on the average
     * @return microseconds that each takes
     */
    private static double[] turn(List<Work> all, Duration each, Random random) throws Exception {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        double[] took = new double[all.size()];
        long end = System.nanoTime() + each.toNanos() * all.size();
        int calls = 0;
        do {
            Collections.shuffle(order, random);
            for (int next : order) {
                long begin = System.nanoTime();
                all.get(next).run();
                took[next] += System.nanoTime() - begin;
            }
            calls++;
        } while (System.nanoTime() - end < 0);
        for (int i = 0; i < took.length; i++) {
            took[i] /= NANOS * calls;
        }
        return took;
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
                        "xml_bytes",
                        (double) document.bytes(),
                        ResultFile.RATIO,
                        ratios.median(),
                        ResultFile.RATIO_LOW,
                        ratios.low(),
                        ResultFile.RATIO_HIGH,
                        ratios.high()))
                .labelled(Map.of(
                        "size",
                        document.size().word(),
                        "schema",
                        document.typed().isPresent() ? "yes" : "no"));
    }
}
