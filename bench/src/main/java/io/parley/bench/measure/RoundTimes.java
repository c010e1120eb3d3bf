package io.parley.bench.measure;

import io.parley.bench.document.Document;
import io.parley.bench.document.Documents;
import io.parley.bench.document.Size;
import io.parley.bench.form.Work;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.ResultFile;
import io.parley.bench.retail.DocumentRounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.ListStatistics;

/**
 * Measurement of documents sent over the stream and back in every representation that can be negotiated. The
 * representations take turns exchange by exchange in random order, so that disturbances affect all of them: the time to
 * wake a thread can change by a factor of four within a second. A number of exchanges of each is a turn, which gives a
 * ratio of its time to the time of text; the result is the median of all turns with an interval.
 */
final class RoundTimes {
    private static final String TEXT = DocumentRounds.ALL.get(0);
    private static final int TURNS = 60;
    /**
     * Duration of a turn with a small document: differences of a few percent need many turns, but a shorter turn has
     * too few exchanges.
     */
    private static final Duration TURN_OF_SMALL = Duration.ofMillis(5);
    /** Number of turns with a large document: one exchange takes as long as a turn with other documents. */
    private static final int TURNS_OF_LARGE = 8;

    private static final double MICROS = 1e6;
    private static final double NANOS = 1e3;

    private RoundTimes() {}

    static List<CellResult> measure(String set, Pace pace) throws Exception {
        List<CellResult> results = new ArrayList<>();
        for (Document document : Documents.of(set)) {
            try (DocumentRounds rounds = DocumentRounds.open(document)) {
                results.addAll(measure(document, rounds.works(), pace));
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
     * Runs all works once or more, each time in a new random order.
     *
     * @param each average time for each work
     * @return microseconds that each work takes
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
