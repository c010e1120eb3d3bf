package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Medians of the rivals, measured by themselves on a machine with two processors over loopback, JDK 17. They show whether
 * a rival is weaker in a run than it could be; on another machine they are no more than a hint.
 */
final class Baseline {
    /** A rival so much slower than its baseline is looked into before anything is said about it. */
    static final double TOLERANCE = 1.5;

    private static final double MILLI = 1_000;

    private static final Map<String, Double> MEDIANS = Map.ofEntries(
            Map.entry("netty/void", 29.9),
            Map.entry("netty/f64-10", 40.8),
            Map.entry("netty/f64-1000", 38.4),
            Map.entry("netty/f64-100k", 521.0),
            Map.entry("netty/f64-1MB", 549.0),
            Map.entry("netty/f64-4MB", 1.52 * MILLI),
            Map.entry("netty/f64-11MB", 5.64 * MILLI),
            Map.entry("netty/f64-22MB", 11.0 * MILLI),
            Map.entry("netty/str-1000", 55.5),
            Map.entry("netty/rec-simple", 39.9),
            Map.entry("netty/rec-complex", 49.9),
            Map.entry("grpc/void", 50.2),
            Map.entry("grpc/f64-1000", 102.0),
            Map.entry("grpc/f64-100k", 7.63 * MILLI),
            Map.entry("grpc/f64-1MB", 8.67 * MILLI),
            Map.entry("grpc/f64-4MB", 28.2 * MILLI),
            Map.entry("grpc/f64-11MB", 72.5 * MILLI),
            Map.entry("grpc/f64-22MB", 134.0 * MILLI),
            Map.entry("grpc/i32-11MB", 95.0 * MILLI),
            Map.entry("grpc/str-1000", 299.0),
            Map.entry("grpc/blob-1MB", 2.53 * MILLI),
            Map.entry("grpc/blob-11MB", 31.5 * MILLI),
            Map.entry("grpc/blob-22MB", 81.4 * MILLI),
            Map.entry("grpc/rec-simple", 51.9),
            Map.entry("grpc/rec-complex", 74.9),
            Map.entry("cxf/void", 512.0),
            Map.entry("cxf/f64-10", 512.0),
            Map.entry("cxf/f64-1000", 4.67 * MILLI),
            Map.entry("cxf/f64-100k", 163.0 * MILLI),
            Map.entry("cxf/f64-1MB", 168.0 * MILLI),
            Map.entry("cxf/f64-11MB", 1_821.0 * MILLI),
            Map.entry("cxf/f64-22MB", 4_449.0 * MILLI),
            Map.entry("cxf/i32-11MB", 3_169.0 * MILLI),
            Map.entry("cxf/list-11MB", 3_198.0 * MILLI),
            Map.entry("cxf/str-1000", 1.95 * MILLI),
            Map.entry("cxf/blob-1MB", 25.1 * MILLI),
            Map.entry("cxf/blob-11MB", 266.0 * MILLI),
            Map.entry("cxf/blob-22MB", 616.0 * MILLI),
            Map.entry("cxf/rec-simple", 510.0),
            Map.entry("cxf/rec-complex", 1.17 * MILLI),
            Map.entry("cxf-fi/rec-complex", 2.76 * MILLI),
            Map.entry("cxf-fi/void", 1.74 * MILLI),
            Map.entry("cxf-fi/f64-1000", 5.74 * MILLI),
            Map.entry("cxf-fi/f64-1MB", 354.0 * MILLI),
            Map.entry("cxf-fi/f64-11MB", 3_256.0 * MILLI),
            Map.entry("cxf-fi/blob-11MB", 448.0 * MILLI),
            Map.entry("cxf-mtom/blob-1MB", 13.4 * MILLI),
            Map.entry("cxf-mtom/blob-11MB", 105.0 * MILLI),
            Map.entry("cxf-mtom/blob-22MB", 186.0 * MILLI),
            Map.entry("cxf-gzip/f64-1MB", 537.0 * MILLI));

    private Baseline() {}

    /** The median in microseconds of that rival for one thread's echo, if it was measured. */
    static OptionalDouble medianUs(CellResult result) {
        Double known = MEDIANS.get(result.system() + "/" + result.workload());
        return known == null || result.threads() != 1 || !result.suite().equals("echo")
                ? OptionalDouble.empty()
                : OptionalDouble.of(known);
    }
}
