package io.parley.bench.loss;

import io.parley.bench.result.Cost;
import io.parley.bench.result.Median;
import io.parley.bench.result.ProcessCost;
import io.parley.runtime.Conversation;
import io.parley.runtime.ParleyRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measurement of calls that are answered with their content, alternating between both channels in one process on
 * loopback. The contents have 8 bytes, and the sizes of 1,000 and of 1,441,792 doubles. The results are medians over
 * all turns, of the time and of the processor time of the process.
 */
final class Loopback {
    static final String WORD = "loopback ";
    static final String MICROS = "median_us";
    static final String PROCESSOR = "processor_us";

    private static final int TURNS = 7;
    private static final int WARM_UP = 2;
    private static final int MEBIBYTE = 1024 * 1024;
    private static final List<Way> WAYS = List.of(Way.QUIC, Way.STREAM);

    private static final List<Content> CONTENTS = List.of(
            new Content("void", 8, 3_000),
            new Content("f64-1000", 8_000, 2_000),
            new Content("f64-11MB", 11 * MEBIBYTE, 12));

    private Loopback() {}

    /**
     * A content to measure.
     *
     * @param name name of the workload
     * @param bytes size of the content
     * @param calls number of calls in a turn
     */
    record Content(String name, int bytes, int calls) {}

    /** A session on one channel. */
    private record Side(Way way, Conversation session) {}

    /** Results of one content on one channel, with an element for each turn. */
    @SuppressWarnings("ArrayRecordComponent") // turns are never compared
    private record Turns(Side side, double[] times, double[] processor) {
        Turns(Side side) {
            this(side, new double[TURNS], new double[TURNS]);
        }
    }

    static void measure(Consumer<Measured> found) throws IOException {
        Trial trial = Trial.LOSS_1; // whose terms are those of a plain session
        try (ParleyRuntime server = Ends.runtime(trial);
                ParleyRuntime client = Ends.runtime(trial)) {
            List<Side> sides = new ArrayList<>();
            for (Way way : WAYS) {
                sides.add(new Side(way, Ends.open(server, client, trial, way, trial.work())));
            }
            for (Content content : CONTENTS) {
                measure(content, sides).forEach(found);
            }
        }
    }

    private static List<Measured> measure(Content content, List<Side> sides) throws IOException {
        List<Turns> all = sides.stream().map(Turns::new).toList();
        for (int turn = -WARM_UP; turn < TURNS; turn++) {
            for (Turns its : all) {
                ProcessCost process = ProcessCost.begin();
                long begin = System.nanoTime();
                for (int call = 0; call < content.calls(); call++) {
                    Echo.call(its.side().session(), content.bytes());
                }
                double micros = (System.nanoTime() - begin) / 1e3 / content.calls();
                Cost cost = process.end().of(content.calls());
                if (turn >= 0) {
                    its.times()[turn] = micros;
                    its.processor()[turn] = cost.processor();
                }
            }
        }
        return all.stream()
                .map(its -> new Measured(
                        WORD + content.name(),
                        its.side().way().word(),
                        0,
                        Map.of(MICROS, Median.of(its.times()), PROCESSOR, Median.of(its.processor())),
                        Map.of(),
                        ""))
                .toList();
    }
}
