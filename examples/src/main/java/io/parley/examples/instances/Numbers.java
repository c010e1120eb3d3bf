package io.parley.examples.instances;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates decimal and floating-point values within their bounds. */
final class Numbers {
    private static final int DIGITS = 24;
    private static final int FRACTION = 6;

    /** Bounds of built-in types; an empty string is none. */
    private static final Map<String, List<String>> BOUNDS = Map.ofEntries(
            Map.entry("decimal", List.of("", "")),
            Map.entry("integer", List.of("", "")),
            Map.entry("nonPositiveInteger", List.of("", "0")),
            Map.entry("negativeInteger", List.of("", "-1")),
            Map.entry("nonNegativeInteger", List.of("0", "")),
            Map.entry("positiveInteger", List.of("1", "")),
            Map.entry("long", List.of("-9223372036854775808", "9223372036854775807")),
            Map.entry("int", List.of("-2147483648", "2147483647")),
            Map.entry("short", List.of("-32768", "32767")),
            Map.entry("byte", List.of("-128", "127")),
            Map.entry("unsignedLong", List.of("0", "18446744073709551615")),
            Map.entry("unsignedInt", List.of("0", "4294967295")),
            Map.entry("unsignedShort", List.of("0", "65535")),
            Map.entry("unsignedByte", List.of("0", "255")));

    private Numbers() {}

    static boolean isNumber(String builtIn) {
        return BOUNDS.containsKey(builtIn);
    }

    static String of(String builtIn, Facets facets, Chance chance) {
        Range range = Range.of(builtIn, facets);
        return range.of(chance).toPlainString();
    }

    /** Returns whether a text is a number within its bounds. */
    static boolean fits(String text, String builtIn, Facets facets) {
        try {
            BigDecimal value = new BigDecimal(text.strip());
            Range range = Range.of(builtIn, facets);
            return value.compareTo(range.low) >= 0 && value.compareTo(range.high) <= 0 && value.scale() <= range.scale;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    static String floating(String builtIn, Facets facets, Chance chance) {
        @Nullable BigDecimal low = number(facets.low());
        @Nullable BigDecimal high = number(facets.high());
        if (low == null && high == null) {
            return unboundedFloating(builtIn, chance);
        }
        BigDecimal width = BigDecimal.TEN.pow(3);
        BigDecimal from = low != null ? low : Objects.requireNonNull(high).subtract(width);
        BigDecimal to = high == null ? from.add(width) : high;
        // Strictly between the bounds, so that it does not matter whether they are inclusive.
        BigDecimal value = from.add(to.subtract(from).multiply(BigDecimal.valueOf(0.1 + 0.8 * chance.fraction())));
        return builtIn.equals("float") ? String.valueOf(value.floatValue()) : String.valueOf(value.doubleValue());
    }

    private static String unboundedFloating(String builtIn, Chance chance) {
        if (chance.oneIn(4)) {
            return chance.of("NaN", "INF", "-INF", "-0", "0", "1.0E-5", "1e3", "4.9E-324", "100");
        }
        return builtIn.equals("float")
                ? finite(Float.intBitsToFloat((int) chance.bits()))
                : finite(Double.longBitsToDouble(chance.bits()));
    }

    private static String finite(double value) {
        return Double.isFinite(value) ? String.valueOf(value) : "0.5";
    }

    private static String finite(float value) {
        return Float.isFinite(value) ? String.valueOf(value) : "0.25";
    }

    private static @Nullable BigDecimal number(Facets.Bound bound) {
        try {
            return bound.isSet() ? new BigDecimal(bound.value()) : null;
        } catch (NumberFormatException special) {
            return null; // INF: no bound
        }
    }

    /** Least and greatest value, and the number of digits after the point. */
    private record Range(BigDecimal low, BigDecimal high, int scale) {

        static Range of(String builtIn, Facets facets) {
            int scale = builtIn.equals("decimal") ? Math.min(FRACTION, facets.fractionDigits()) : 0;
            int digits = Math.min(DIGITS, facets.totalDigits());
            scale = Math.min(scale, digits);
            BigDecimal step = BigDecimal.ONE.movePointLeft(scale);
            BigDecimal most =
                    BigDecimal.TEN.pow(digits).subtract(BigDecimal.ONE).movePointLeft(scale);
            List<String> bounds = BOUNDS.getOrDefault(builtIn, List.of("", ""));
            BigDecimal low = max(most.negate(), text(bounds.get(0)));
            BigDecimal high = min(most, text(bounds.get(1)));
            BigDecimal from = number(facets.low());
            if (from != null) {
                low = max(low, facets.low().inclusive() ? from : from.add(step));
            }
            BigDecimal to = number(facets.high());
            if (to != null) {
                high = min(high, facets.high().inclusive() ? to : to.subtract(step));
            }
            return new Range(
                    low.setScale(scale, RoundingMode.CEILING), high.setScale(scale, RoundingMode.FLOOR), scale);
        }

        private static @Nullable BigDecimal text(String bound) {
            return bound.isEmpty() ? null : new BigDecimal(bound);
        }

        private static BigDecimal max(BigDecimal one, @Nullable BigDecimal other) {
            return other == null ? one : one.max(other);
        }

        private static BigDecimal min(BigDecimal one, @Nullable BigDecimal other) {
            return other == null ? one : one.min(other);
        }

        BigDecimal of(Chance chance) {
            BigDecimal near = BigDecimal.valueOf(chance.below(2000) - 1000L, Math.min(scale, 2));
            if (chance.oneIn(2) && near.compareTo(low) >= 0 && near.compareTo(high) <= 0) {
                return near;
            }
            if (chance.oneIn(4)) {
                return chance.oneIn(2) ? low : high;
            }
            BigInteger width = high.subtract(low).unscaledValue().add(BigInteger.ONE);
            if (width.signum() <= 0) {
                return low;
            }
            BigInteger offset = new BigInteger(1, chance.bytes(width.bitLength() / 8 + 2)).mod(width);
            return low.add(new BigDecimal(offset, scale));
        }
    }
}
