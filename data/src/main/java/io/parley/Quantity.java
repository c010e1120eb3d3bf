package io.parley;

import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads sizes and times with units, as {@code 64MB}, {@code 30s} and {@code PT30S}; without a unit a number is in the setting's
 * own. Stateless.
 */
public final class Quantity {
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
     * @param unit of the setting, as {@link Limit#unit()} says it
     * @return empty if it is no whole number, or has a unit that the setting has not
     */
    public static OptionalLong read(String text, String unit) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return ofDuration(text, unit);
        }
        Long factor = factor(parts.group(2), unit);
        return factor == null
                ? OptionalLong.empty()
                : OptionalLong.of(new BigInteger(parts.group(1))
                        .multiply(BigInteger.valueOf(factor))
                        .min(BigInteger.valueOf(Long.MAX_VALUE))
                        .max(BigInteger.valueOf(Long.MIN_VALUE))
                        .longValue());
    }

    /** Returns what a number of that unit looks like, for messages. */
    public static String form(String unit) {
        return "a whole number of " + unit
                + switch (unit) {
                    case "bytes" -> ", or as 64MB";
                    case "milliseconds", "seconds" -> ", or as 30s";
                    default -> "";
                };
    }

    /** As {@link Duration} writes it, for those who have one. */
    private static OptionalLong ofDuration(String text, String unit) {
        if (!text.startsWith("P") || !unit.endsWith("seconds")) {
            return OptionalLong.empty();
        }
        try {
            Duration time = Durations.bounded(Duration.parse(text));
            return OptionalLong.of(unit.equals("seconds") ? time.toSeconds() : time.toMillis());
        } catch (DateTimeParseException e) {
            return OptionalLong.empty();
        }
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
}
