package io.parley.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import io.parley.bench.contest.Door;
import io.parley.bench.data.Contents;
import io.parley.bench.document.Shape;
import io.parley.bench.document.Update;
import io.parley.bench.link.Link;
import io.parley.bench.link.LinkDoor;
import io.parley.bench.plan.Pace;
import io.parley.bench.result.CellResult;
import io.parley.bench.retail.Envelopes;
import io.parley.bench.retail.Line;
import io.parley.bench.retail.Lines;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of the five messages of the TDXML paper in one way: bytes, latency, calls by several threads, and the
 * processor time of both sides.
 *
 * @param <M> type of a message in the application
 */
record RetailTimes<M>(String way, Line<M> line, Pace pace) {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final List<Integer> THREADS = List.of(1, 4, 16, 32);
    private static final double MICRO = 1_000;
    private static final double SECOND = 1e9;

    /**
     * Measures a way. The warm-up is shared by all messages; each number of threads is warmed up for half the measured
     * time.
     */
    static List<CellResult> measure(String way, Pace pace) throws Exception {
        Map<Shape, Double> bytes = new EnumMap<>(Shape.class);
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Line<?> line = Lines.open(way, door)) {
            for (Shape shape : Shape.values()) {
                bytes.put(shape, new RetailTimes<>(way, line, pace).bytes(shape, door));
            }
        }
        try (Line<?> line = Lines.open(way, Door.DIRECT)) {
            return new RetailTimes<>(way, line, pace).measure(bytes);
        }
    }

    private double bytes(Shape shape, LinkDoor door) throws Exception {
        Sample.Action call = () -> line.calls().exchange(line.messages().apply(shape));
        call.run();
        return WireBytes.perCall(door, call);
    }

    private List<CellResult> measure(Map<Shape, Double> bytes) throws Exception {
        for (Shape shape : Shape.values()) {
            check(shape);
            run(shape, 1, pace.warmUp().dividedBy(Shape.values().length));
        }
        List<CellResult> results = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            Double envelope = Envelopes.of(shape).get(way);
            for (int threads : THREADS) {
                run(shape, threads, pace.measured().dividedBy(2));
                results.add(result(shape, threads, bytes.getOrDefault(shape, 0.0), envelope));
            }
        }
        return results;
    }

    private void check(Shape shape) throws Exception {
        Update expected = shape.message();
        expected.identification = Line.ANSWER;
        if (!Contents.equal(
                expected,
                line.contents().apply(line.calls().exchange(line.messages().apply(shape))))) {
            throw new IllegalStateException(shape.word() + " was answered with other content");
        }
    }

    private CellResult result(Shape shape, int threads, double bytes, @Nullable Double envelope) throws IOException {
        long began = System.nanoTime();
        long cpuBefore = SYSTEM.getProcessCpuTime();
        Sample calls = run(shape, threads, pace.measured());
        double cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
        double took = System.nanoTime() - began;
        Map<String, Double> more = new HashMap<>();
        more.put("cpu_us", cpu / MICRO / calls.count());
        more.put("cpu_share", cpu / took / SYSTEM.getAvailableProcessors());
        if (envelope != null) {
            more.put("envelope_bytes", envelope);
        }
        return new CellResult(
                        "messages",
                        way,
                        shape.word(),
                        threads,
                        calls.micros(0.5),
                        calls.micros(0.99),
                        calls.count() / took * SECOND,
                        0,
                        bytes)
                .with(more);
    }

    /** Makes calls on several threads for the given time; creating a message is not timed. */
    private Sample run(Shape shape, int threads, Duration time) throws IOException {
        return Sample.of(
                Collections.nCopies(threads, sample -> {
                    M message = line.messages().apply(shape);
                    sample.time(() -> line.calls().exchange(message));
                }),
                time);
    }
}
