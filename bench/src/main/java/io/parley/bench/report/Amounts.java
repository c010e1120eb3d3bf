package io.parley.bench.report;

import java.util.Locale;

/** Formatter of figures for readers, with three significant digits; NaN is a figure that is absent. */
public final class Amounts {
    private static final double THOUSAND = 1_000;
    private static final String[] TIMES = {"µs", "ms", "s"};
    private static final String[] SIZES = {"B", "kB", "MB", "GB"};

    private Amounts() {}

    /** Formats microseconds with a suitable unit. */
    public static String time(double micros) {
        return scaled(micros, TIMES);
    }

    /** Formats bytes with a suitable unit; 1 kB is 1,000 B. */
    public static String size(double bytes) {
        return scaled(bytes, SIZES);
    }

    /** Formats a ratio or a rate. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return Table.ABSENT;
        }
        if (value >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (value >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        return String.format(Locale.ROOT, value >= 0.1 ? "%.2f" : "%.3f", value);
    }

    private static String scaled(double value, String[] units) {
        if (Double.isNaN(value)) {
            return Table.ABSENT;
        }
        double left = value;
        int unit = 0;
        while (left >= THOUSAND && unit < units.length - 1) {
            left /= THOUSAND;
            unit++;
        }
        return (unit == 0 && units == SIZES ? String.format(Locale.ROOT, "%.0f", left) : number(left)) + " "
                + units[unit];
    }
}
