package io.parley.bench.result;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.openjdk.jmh.util.Statistics;

/**
 * Result of one cell.
 *
 * @param suite name of the suite, as listed in docs/benchmarks/README.md
 * @param medianUs median time in microseconds
 * @param opsPerS calls per second of all threads together
 * @param allocBytes bytes allocated per call, by client and server
 * @param wireBytes bytes on the wire per call in both directions, without headers of TCP and IP; the encoded bytes if
 *     nothing is sent
 * @param more further figures of this suite, by name
 * @param labels further texts of this suite, by name; in JSON both are fields like the others
 */
public record CellResult(
        String suite,
        String system,
        String workload,
        int threads,
        double medianUs,
        double p99Us,
        double opsPerS,
        double allocBytes,
        double wireBytes,
        @JsonIgnore Map<String, Double> more,
        @JsonIgnore Map<String, String> labels) {

    /** Name of the figure for microseconds of processor time per call, of client and server together. */
    public static final String PROCESSOR_US = "processor_us";
    /** Name of the figure for the number of times per call that a thread of client or server went to sleep. */
    public static final String SLEEPS = "sleeps";

    public CellResult {
        more = Collections.unmodifiableMap(new TreeMap<>(more));
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** Creates a result without further figures. */
    public CellResult(
            String suite,
            String system,
            String workload,
            int threads,
            double medianUs,
            double p99Us,
            double opsPerS,
            double allocBytes,
            double wireBytes) {
        this(suite, system, workload, threads, medianUs, p99Us, opsPerS, allocBytes, wireBytes, Map.of(), Map.of());
    }

    /**
     * Returns the result of a cell whose calls were timed one by one.
     *
     * @param micros times of calls
     */
    public static CellResult timed(Key cell, Statistics micros, double allocBytes, double wireBytes) {
        return new CellResult(
                cell.suite,
                cell.system,
                cell.workload,
                cell.threads,
                micros.getPercentile(50),
                micros.getPercentile(99),
                cell.threads * 1e6 / micros.getMean(),
                allocBytes,
                wireBytes);
    }

    /** Reads a result from JSON; fields that are not among the standard ones become further figures or labels. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static CellResult read(Map<String, Object> fields) {
        Map<String, Object> left = new HashMap<>(fields);
        CellResult plain = new CellResult(
                taken(left, "suite", String.class),
                taken(left, "system", String.class),
                taken(left, "workload", String.class),
                taken(left, "threads", Integer.class),
                number(left, "median_us"),
                number(left, "p99_us"),
                number(left, "ops_per_s"),
                number(left, "alloc_bytes"),
                number(left, "wire_bytes"));
        Map<String, Double> more = new HashMap<>();
        Map<String, String> labels = new HashMap<>();
        for (String name : Set.copyOf(left.keySet())) {
            if (left.get(name) instanceof String) {
                labels.put(name, taken(left, name, String.class));
            } else {
                more.put(name, number(left, name));
            }
        }
        return plain.with(more).labelled(labels);
    }

    @JsonAnyGetter
    Map<String, Object> further() {
        Map<String, Object> further = new TreeMap<>(labels);
        further.putAll(more);
        return further;
    }

    /** Returns a copy with the given further figures. */
    public CellResult with(Map<String, Double> figures) {
        return new CellResult(
                suite, system, workload, threads, medianUs, p99Us, opsPerS, allocBytes, wireBytes, figures, labels);
    }

    /** Returns a copy with the given labels. */
    public CellResult labelled(Map<String, String> words) {
        return new CellResult(
                suite, system, workload, threads, medianUs, p99Us, opsPerS, allocBytes, wireBytes, more, words);
    }

    /** Returns a further figure, if the result has it. */
    public OptionalDouble more(String name) {
        Double figure = more.get(name);
        return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }

    /** Returns the identity of the cell, without the figures. */
    public Key key() {
        return new Key(suite, system, workload, threads);
    }

    private static double number(Map<String, Object> fields, String name) {
        return taken(fields, name, Number.class).doubleValue();
    }

    private static <T> T taken(Map<String, Object> fields, String name, Class<T> type) {
        Object value = fields.remove(name);
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(name + ": expected " + type.getSimpleName() + ", found "
                    + (value == null ? "nothing" : "another type"));
        }
        return type.cast(value);
    }

    /** Identity of a cell. */
    public record Key(String suite, String system, String workload, int threads) {
        /** Creates the identity of a cell with one thread. */
        public Key(String suite, String system, String workload) {
            this(suite, system, workload, 1);
        }
    }
}
