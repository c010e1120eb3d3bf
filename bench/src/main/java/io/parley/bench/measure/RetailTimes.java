package io.parley.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import io.parley.bench.contest.Door;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The five messages of the TDXML paper in one way: bytes, latency, calls by several threads, and the processor time of both sides. */
final class RetailTimes {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final List<Integer> THREADS = List.of(1, 4, 16, 32);
    private static final int COUNTED_CALLS = 8;
    private static final double MICRO = 1_000;
    private static final double SECOND = 1e9;
    private static final double MEDIAN = 0.5;
    private static final double SLOW = 0.99;

    private final String way;
    private final Pace pace;
    private final List<CellResult> results = new ArrayList<>();

    private RetailTimes(String way, Pace pace) {
        this.way = way;
        this.pace = pace;
    }

    /** Measures a way; warm-up is of all messages together, and once more a fifth of it for each number of threads. */
    static List<CellResult> measure(String way, Pace pace) throws IOException {
        RetailTimes times = new RetailTimes(way, pace);
        Map<Shape, Double> bytes = new HashMap<>();
        try (LinkDoor door = new LinkDoor(Link.LOOPBACK);
                Line line = Lines.open(way, door)) {
            for (Shape shape : Shape.values()) {
                bytes.put(shape, bytes(line, shape, door));
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(way + " failed", e);
        }
        try (Line line = Lines.open(way, Door.DIRECT)) {
            times.measure(line, bytes);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(way + " failed", e);
        }
        return times.results;
    }

    private static double bytes(Line line, Shape shape, LinkDoor door) throws Exception {
        line.exchange(shape.message());
        long before = door.bytes();
        for (int call = 0; call < COUNTED_CALLS; call++) {
            line.exchange(shape.message());
        }
        return (door.bytes() - before) / (double) COUNTED_CALLS;
    }

    private void measure(Line line, Map<Shape, Double> bytes) throws Exception {
        for (Shape shape : Shape.values()) {
            check(line, shape);
            run(line, shape, 1, pace.warmUp().dividedBy(Shape.values().length));
        }
        for (Shape shape : Shape.values()) {
            Map<String, Double> envelopes = Envelopes.of(shape);
            for (int threads : THREADS) {
                run(line, shape, threads, pace.measured().dividedBy(2));
                results.add(result(line, shape, threads, bytes.getOrDefault(shape, 0.0), envelopes));
            }
        }
    }

    private static void check(Line line, Shape shape) throws Exception {
        Update sent = shape.message();
        Update came = line.exchange(shape.message());
        boolean right = came.identification.equals(Line.ANSWER)
                && Objects.equals(came.text, sent.text)
                && came.customers.size() == sent.customers.size()
                && came.products.size() == sent.products.size()
                && Arrays.equals(came.photograph, sent.photograph);
        if (!right) {
            throw new IllegalStateException(shape.word() + " was answered with other content");
        }
    }

    private CellResult result(Line line, Shape shape, int threads, double bytes, Map<String, Double> envelopes)
            throws Exception {
        long began = System.nanoTime();
        long cpuBefore = SYSTEM.getProcessCpuTime();
        long[] nanos = run(line, shape, threads, pace.measured());
        double cpu = SYSTEM.getProcessCpuTime() - cpuBefore;
        double took = System.nanoTime() - began;
        Arrays.sort(nanos);
        Map<String, Double> more = new HashMap<>();
        more.put("cpu_us", cpu / MICRO / nanos.length);
        more.put("cpu_share", cpu / took / SYSTEM.getAvailableProcessors());
        Double envelope = envelopes.get(way);
        if (envelope != null) {
            more.put("envelope_bytes", envelope);
        }
        return new CellResult(
                        "messages",
                        way,
                        shape.word(),
                        threads,
                        at(nanos, MEDIAN),
                        at(nanos, SLOW),
                        nanos.length / took * SECOND,
                        0,
                        bytes)
                .with(more);
    }

    private static double at(long[] sorted, double part) {
        return sorted[(int) Math.round(part * (sorted.length - 1))] / MICRO;
    }

    /** Calls by so many threads for so long; the time of each. */
    private static long[] run(Line line, Shape shape, int threads, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<long[]>> all = new ArrayList<>();
            for (int caller = 0; caller < threads; caller++) {
                all.add(callers.submit((Callable<long[]>) () -> calls(line, shape, end)));
            }
            List<long[]> nanos = new ArrayList<>();
            for (Future<long[]> caller : all) {
                nanos.add(caller.get());
            }
            return nanos.stream().flatMapToLong(Arrays::stream).toArray();
        } catch (ExecutionException e) {
            throw new IOException("a call failed", e.getCause());
        } finally {
            callers.shutdownNow();
        }
    }

    private static long[] calls(Line line, Shape shape, long end) throws Exception {
        long[] nanos = new long[1_024];
        int count = 0;
        do {
            Update message = shape.message();
            long begin = System.nanoTime();
            line.exchange(message);
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = System.nanoTime() - begin;
        } while (System.nanoTime() - end < 0);
        return Arrays.copyOf(nanos, count);
    }
}
