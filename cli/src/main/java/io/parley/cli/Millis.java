package io.parley.cli;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats times in milliseconds for output. */
final class Millis {
    private static final double NANOS_PER_MILLI = 1e6;

    private Millis() {}

    static double of(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }

    /** Returns a text with three decimals; a dash for null. */
    static String text(@Nullable Double millis) {
        return millis == null ? "-" : String.format(Locale.ROOT, "%.3f ms", millis);
    }
}
