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
 * Parser of sizes and times with units, such as {@code 64MB}, {@code 30s} and {@code PT30S}. A number without a unit is
 * in the unit of its setting. Stateless.
 */
public final class Quantity {
    private static final Pattern TEXT = Pattern.compile("(-?[0-9]{1,19})\\s*([A-Za-z]*)");
    private static final long KILO = 1024;
    /** Units of bytes. Like those of Spring's {@code DataSize}, they are powers of 1,024. */
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
     * Parses a whole number with an optional unit. A number beyond the range of a long becomes the nearest long.
     *
     * @param unit the unit of the setting, see {@link Limit#unit()}
     * @return the number in that unit; empty if the text is not a whole number, or its unit does not fit the setting
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

    /** Returns a description of the accepted form of numbers in that unit, for messages. */
    public static String form(String unit) {
        return "a whole number of " + unit
                + switch (unit) {
                    case "bytes" -> ", or as 64MB";
                    case "milliseconds", "seconds" -> ", or as 30s";
                    default -> "";
                };
    }

    /** Parses the form that {@link Duration#toString} writes; empty for units other than times. */
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
