package io.parley.bench.data;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of one call: a kind and a number of elements. Its name is the kind; for counted kinds also the elements
 * ({@code f64-1000}, {@code str-100k}) or a size ({@code f64-11MB}; 1 MB is 1,000,000 bytes).
 *
 * @param name as on the command line and in results
 * @param count elements; 1 for records and 0 for void
 */
public record Workload(String name, Kind kind, int count) {
    /** The namespace of all messages of the benchmarks. */
    public static final String NAMESPACE = "urn:parley:bench";

    private static final Pattern COUNTED = Pattern.compile("([a-z0-9]+)-([0-9]{1,9})(k|MB)?");
    private static final int THOUSAND = 1_000;
    private static final int MEGABYTE = 1_000_000;

    /**
     * Returns the workload with the given name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload of(String name) {
        for (Kind kind : Kind.values()) {
            if (!kind.isCounted() && kind.word().equals(name)) {
                return new Workload(name, kind, kind == Kind.VOID ? 0 : 1);
            }
        }
        Matcher counted = COUNTED.matcher(name);
        if (!counted.matches()) {
            throw unknown(name);
        }
        Kind kind = Arrays.stream(Kind.values())
                .filter(Kind::isCounted)
                .filter(candidate -> candidate.word().equals(counted.group(1)))
                .findFirst()
                .orElseThrow(() -> unknown(name));
        return new Workload(name, kind, count(kind, Integer.parseInt(counted.group(2)), counted.group(3)));
    }

    private static int count(Kind kind, int number, String unit) {
        if ("MB".equals(unit)) {
            return Math.multiplyExact(number, MEGABYTE) / kind.elementBytes();
        }
        return "k".equals(unit) ? Math.multiplyExact(number, THOUSAND) : number;
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("expected a workload such as void, f64-1000, list-100k, i32-11MB, str-1000,"
                + " blob-1MB, rec-simple, rec-medium or rec-complex, found " + name);
    }

    /** Creates an object of the kind's class, always with the same content. */
    public Object object() {
        return new Generated(count).object(kind);
    }

    /** Returns the size of the content in memory in bytes for counted kinds, otherwise 0. */
    public long bytes() {
        return (long) count * kind.elementBytes();
    }

    @Override
    public String toString() {
        return name;
    }
}
