package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Properties;

/**
 * Medians of the rivals, measured by themselves on a machine with two processors over loopback, JDK 17. They show whether
 * a rival is weaker in a run than it could be; on another machine they are no more than a hint.
 */
final class Baseline {
    /** A rival so much slower than its baseline is looked into before anything is said about it. */
    static final double TOLERANCE = 1.5;

    private static final Properties MEDIANS = load();

    private Baseline() {}

    private static Properties load() {
        Properties medians = new Properties();
        try (InputStream in = Baseline.class.getResourceAsStream("baseline.properties")) {
            medians.load(Objects.requireNonNull(in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return medians;
    }

    /** The median in microseconds of that rival for one thread's echo, if it was measured. */
    static OptionalDouble medianUs(CellResult result) {
        String known = MEDIANS.getProperty(result.system() + "/" + result.workload());
        return known == null || result.threads() != 1 || !result.suite().equals("echo")
                ? OptionalDouble.empty()
                : OptionalDouble.of(Double.parseDouble(known));
    }
}
