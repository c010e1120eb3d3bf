package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Values as they stand in rows: what XML escapes is taken back first, then what the table escapes. */
final class TableValue {
    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final char REPLACEMENT = '\uFFFD';
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long SPACES = 0x2020_2020_2020_2020L;
    private static final long BACKSLASHES = 0x5C5C_5C5C_5C5C_5C5CL;
    private static final long AMPERSANDS = 0x2626_2626_2626_2626L;

    private TableValue() {}

    /** The mark that a raw value is or begins with, or null if it is a value. */
    @HotPath
    static @Nullable Mark mark(byte[] table, int from, int to) {
        if (to - from < 2 || table[from] != '\\') {
            return null;
        }
        return switch (table[from + 1]) {
            case 'N' -> to - from == 2 ? Mark.NIL : null;
            case 'P' -> to - from == 2 ? Mark.PRESENT : null;
            case 'X' -> Mark.XML;
            default -> null;
        };
    }

    /** A value without escapes. */
    static String text(byte[] table, int from, int to, String where) {
        return afterPlain(table, from, to) == to
                ? ascii(table, from, to)
                : withoutEscapes(withoutReferences(decoded(table, from, to, where), where, false), where);
    }

    /** Decodes a value that has only characters that {@link #afterPlain} passes. */
    @HotPath
    @SuppressWarnings("deprecation") // Of this constructor; it copies ASCII as it is.
    static String ascii(byte[] table, int from, int to) {
        return new String(table, 0, from, to - from);
    }

    /**
     * Passes characters that stand for themselves: of ASCII all but control characters other than tabs, the backslash and
     * the ampersand. Looks at eight at a time.
     *
     * @param table with {@link TaggedText#SLACK} bytes behind {@code to}, which may be anything
     * @return the place of the first other one, or {@code to}
     */
    @HotPath
    static int afterPlain(byte[] table, int from, int to) {
        int at = from;
        while (at < to) {
            long eight = (long) EIGHT_BYTES.get(table, at);
            // Bytes that are found wrongly, by borrowing, stand above one that is found rightly: the lowest one counts.
            long odd = ((eight - SPACES) | eight | zeros(eight ^ BACKSLASHES) | zeros(eight ^ AMPERSANDS)) & HIGH_BITS;
            if (odd == 0) {
                at += Long.BYTES;
                continue;
            }
            at += Long.numberOfTrailingZeros(odd) >>> 3;
            if (at >= to || table[at] != '\t') {
                break;
            }
            at++;
        }
        return Math.min(at, to);
    }

    /**
     * Returns how many bytes are equal at two places, at most {@code most}. Compares eight at a time.
     *
     * @param table with {@link TaggedText#SLACK} bytes behind both, which may be anything
     */
    @HotPath
    static int mismatch(byte[] table, int one, int other, int most) {
        for (int same = 0; same < most; same += Long.BYTES) {
            long differing = (long) EIGHT_BYTES.get(table, one + same) ^ (long) EIGHT_BYTES.get(table, other + same);
            if (differing != 0) {
                return Math.min(most, same + (Long.numberOfTrailingZeros(differing) >>> 3));
            }
        }
        return most;
    }

    /** Marks bytes that are zero by their highest bits. */
    private static long zeros(long bytes) {
        return (bytes - ONES) & ~bytes;
    }

    /** Text outside of rows: what XML escapes is taken back. */
    static String characters(byte[] text, int from, int to, String where) {
        return withoutReferences(decoded(text, from, to, where), where, true);
    }

    /**
     * The JVM's own decoder puts U+FFFD in the place of what is no UTF-8; where it comes out, a strict one looks again.
     */
    private static String decoded(byte[] table, int from, int to, String where) {
        String text = new String(table, from, to - from, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : strictlyDecoded(table, from, to, where);
    }

    private static String strictlyDecoded(byte[] table, int from, int to, String where) {
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(table, from, to - from));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, where + ": expected UTF-8, found bytes that are none", e);
        }
    }

    private static String withoutReferences(String raw, String where, boolean hasLines) {
        StringBuilder text = null;
        int done = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (!isXml(c) && !(hasLines && (c == '\n' || c == '\r'))) {
                throw ParleyException.malformed("characters that XML 1.0 has", "another", where);
            }
            if (c == '&') {
                int end = raw.indexOf(';', i);
                text = text == null ? new StringBuilder(raw.length()) : text;
                text.append(raw, done, i).appendCodePoint(referenced(end < 0 ? "" : raw.substring(i + 1, end), where));
                done = end + 1;
                i = end;
            }
        }
        return text == null ? raw : text.append(raw, done, raw.length()).toString();
    }

    private static boolean isXml(char c) {
        return (c >= ' ' || c == '\t') && c < '\uFFFE';
    }

    private static int referenced(String name, String where) {
        return switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            default -> numbered(name, where);
        };
    }

    /**
     * Decodes a numeric character reference; refuses a line end, which XML would give to the table as one and which
     * would end a row.
     */
    private static int numbered(String name, String where) {
        boolean hexadecimal = name.startsWith("#x");
        String digits = name.startsWith("#") ? name.substring(hexadecimal ? 2 : 1) : "";
        int code = 0;
        boolean valid = !digits.isEmpty() && digits.length() <= 8;
        for (int i = 0; valid && i < digits.length(); i++) {
            int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), hexadecimal ? 16 : 10) : -1;
            valid = digit >= 0;
            code = code * (hexadecimal ? 16 : 10) + digit;
        }
        boolean allowed = code == '\t'
                || (code >= ' ' && code < 0xD800)
                || (code >= 0xE000 && code < 0xFFFE)
                || (code >= 0x10000 && code <= Character.MAX_CODE_POINT);
        if (!valid || !allowed) {
            throw ParleyException.malformed(
                    "a reference to a character that XML 1.0 has and that ends no line", "another", where);
        }
        return code;
    }

    private static String withoutEscapes(String raw, String where) {
        int escape = raw.indexOf('\\');
        if (escape < 0) {
            return raw;
        }
        StringBuilder text = new StringBuilder(raw.length());
        int done = 0;
        while (escape >= 0) {
            text.append(raw, done, escape);
            switch (escape + 1 < raw.length() ? raw.charAt(escape + 1) : ' ') {
                case '\\' -> text.append('\\');
                case 'n' -> text.append('\n');
                case 'r' -> text.append('\r');
                default -> throw ParleyException.malformed("\\\\, \\n or \\r", "another escape", where);
            }
            done = escape + 2;
            escape = raw.indexOf('\\', done);
        }
        return text.append(raw, done, raw.length()).toString();
    }
}
