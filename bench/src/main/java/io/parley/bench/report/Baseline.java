package io.parley.bench.report;

import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Reference medians of the rivals, each measured alone on a machine with two processors over loopback, with JDK 17.
 * They show whether a rival is slower in a run than it could be; on another machine they are only a hint.
 */
final class Baseline {
    /** Factor to the baseline above which a slow rival is investigated before its result is used. */
    static final double TOLERANCE = 1.5;

    private static final Properties MEDIANS = load();

    private Baseline() {}

    private static Properties load() {
        Properties medians = new Properties();
        try {
            medians.load(new StringReader(Page.resource("baseline.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return medians;
    }

    /** Returns the reference median in microseconds for a rival's echo with one thread; NaN if there is none. */
    static double medianUs(CellResult result) {
        String known = MEDIANS.getProperty(result.system() + "/" + result.workload());
        return known == null || result.threads() != 1 || !result.suite().equals("echo")
                ? Double.NaN
                : Double.parseDouble(known);
    }
}
