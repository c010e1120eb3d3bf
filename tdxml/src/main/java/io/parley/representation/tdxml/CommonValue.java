package io.parley.representation.tdxml;

import io.parley.HotPath;
import io.parley.layout.Scalar;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Fast parser for values in the most common lexical forms: short integers, short decimal fractions, and booleans. It
 * parses bytes; a value in any other form is left to the general parser.
 */
final class CommonValue {
    /** Maximum digits that never overflow a long. */
    private static final int DIGITS = 18;

    /** Maximum digits of integers that a double represents exactly. */
    private static final int EXACT_DIGITS = 15;

    /** Powers of ten that a double represents exactly, up to {@link #EXACT_DIGITS}. */
    private static final double[] POWERS = {
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private CommonValue() {}

    /**
     * Returns the value as an object of its scalar's class; null if it is not in a common form.
     *
     * @param bytes ASCII, from {@code from} to {@code to}
     */
    @HotPath
    static @Nullable Object parse(Scalar scalar, byte[] bytes, int from, int to) {
        return switch (scalar) {
            case BOOLEAN -> bool(bytes, from, to);
            case DOUBLE -> fraction(bytes, from, to);
            case BYTE, SHORT, INT, LONG, UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT, INTEGER ->
                whole(scalar, bytes, from, to);
            default -> null;
        };
    }

    private static @Nullable Object bool(byte[] bytes, int from, int to) {
        if (to - from == 4 && bytes[from] == 't' && bytes[from + 1] == 'r' && bytes[from + 2] == 'u') {
            return bytes[from + 3] == 'e' ? Boolean.TRUE : null;
        }
        boolean isFalse = to - from == 5
                && bytes[from] == 'f'
                && bytes[from + 1] == 'a'
                && bytes[from + 2] == 'l'
                && bytes[from + 3] == 's'
                && bytes[from + 4] == 'e';
        return isFalse ? Boolean.FALSE : null;
    }

    private static @Nullable Object whole(Scalar scalar, byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        int first = negative ? from + 1 : from;
        if (first == to || to - first > DIGITS) {
            return null;
        }
        long value = 0;
        for (int i = first; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return null;
            }
            value = 10 * value + digit;
        }
        return as(scalar, negative ? -value : value);
    }

    private static @Nullable Object as(Scalar scalar, long value) {
        return switch (scalar) {
            case BYTE -> value == (byte) value ? (Object) (byte) value : null;
            case SHORT -> value == (short) value ? (Object) (short) value : null;
            case INT -> value == (int) value ? (Object) (int) value : null;
            case LONG -> value;
            case UNSIGNED_BYTE -> value >= 0 && value <= 0xFF ? (Object) (short) value : null;
            case UNSIGNED_SHORT -> value >= 0 && value <= 0xFFFF ? (Object) (int) value : null;
            case UNSIGNED_INT -> value >= 0 && value <= 0xFFFF_FFFFL ? (Object) value : null;
            case INTEGER -> BigInteger.valueOf(value);
            default -> null;
        };
    }

    /**
     * Parses digits with at most one decimal point. Both operands of the division are exact, so the result is the
     * nearest double.
     */
    private static @Nullable Object fraction(byte[] bytes, int from, int to) {
        boolean negative = from < to && bytes[from] == '-';
        long digits = 0;
        int count = 0;
        int point = -1;
        for (int i = negative ? from + 1 : from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit >= 0 && digit <= 9 && ++count <= EXACT_DIGITS) {
                digits = 10 * digits + digit;
            } else if (bytes[i] == '.' && point < 0) {
                point = count;
            } else {
                return null;
            }
        }
        if (count == 0) {
            return null;
        }
        double value = digits / POWERS[point < 0 ? 0 : count - point];
        return negative ? -value : value;
    }
}
