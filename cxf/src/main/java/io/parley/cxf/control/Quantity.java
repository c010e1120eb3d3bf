package io.parley.cxf.control;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads sizes and times with units, as {@code 64MB} and {@code 30s}; without a unit a number is in the setting's own.
 * Stateless.
 */
final class Quantity {
    private static final Pattern TEXT = Pattern.compile("(-?[0-9]{1,19})\\s*([A-Za-z]*)");
    private static final long KILO = 1024;
    /** Units of bytes, as in Spring's {@code DataSize}: powers of 1,024. */
    private static final Map<String, Long> BYTES = Map.of(
            "b",
            1L,
            "kb",
            KILO,
            "kib",
            KILO,
            "mb",
            KILO * KILO,
            "mib",
            KILO * KILO,
            "gb",
            KILO * KILO * KILO,
            "gib",
            KILO * KILO * KILO);

    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
    private static final Map<String, Long> SECONDS = Map.of("s", 1L, "m", 60L, "h", 3_600L, "d", 86_400L);

    private Quantity() {}

    /**
     * Reads a number; one beyond a long is the largest there is.
     *
     * @param unit of the setting, as {@link io.parley.Limit#unit()} says it
     * @throws IllegalArgumentException if it is no whole number, or has a unit that the setting has not
     */
    static long parse(String name, String text, String unit) {
        Matcher parts = TEXT.matcher(text);
        Long factor = parts.matches() ? factor(parts.group(2), unit) : null;
        if (factor == null) {
            throw new IllegalArgumentException(
                    name + ": expected a whole number of " + unit + examples(unit) + ", found " + text);
        }
        return new BigInteger(parts.group(1))
                .multiply(BigInteger.valueOf(factor))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .max(BigInteger.valueOf(Long.MIN_VALUE))
                .longValue();
    }

    private static @Nullable Long factor(String suffix, String unit) {
        return suffix.isEmpty() ? Long.valueOf(1) : units(unit).get(suffix.toLowerCase(Locale.ROOT));
    }

    private static Map<String, Long> units(String unit) {
        return switch (unit) {
            case "bytes" -> BYTES;
            case "milliseconds" -> MILLIS;
            case "seconds" -> SECONDS;
            default -> Map.of();
        };
    }

    private static String examples(String unit) {
        return switch (unit) {
            case "bytes" -> ", or as 64MB";
            case "milliseconds", "seconds" -> ", or as 30s";
            default -> "";
        };
    }
}
