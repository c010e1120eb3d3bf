package io.parley.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Formats times in milliseconds for output. */
final class Millis {
    private static final int DECIMALS = 3;
    private static final double NANOS_PER_MILLI = 1e6;

    private Millis() {}

    static double of(Duration time) {
        return time.toNanos() / NANOS_PER_MILLI;
    }

    /** Returns a text with three decimals; a dash for null. Without a formatter, which would load locales. */
    static String text(@Nullable Double millis) {
        return millis == null
                ? "-"
                : BigDecimal.valueOf(millis)
                                .setScale(DECIMALS, RoundingMode.HALF_UP)
                                .toPlainString() + " ms";
    }
}
