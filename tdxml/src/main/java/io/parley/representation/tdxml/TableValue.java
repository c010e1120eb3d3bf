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

/** Decodes values in rows: first the escapes of XML, then those of the table. */
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

    /** Returns the mark with which a raw value starts; null if it is a value. */
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

    /** Returns a value without escapes. */
    static String text(byte[] table, int from, int to, String where) {
        return afterPlain(table, from, to) == to
                ? ascii(table, from, to)
                : withoutEscapes(withoutReferences(decoded(table, from, to, where), where, false), where);
    }

    /** Returns a value that consists of characters accepted by {@link #afterPlain}. */
    @HotPath
    @SuppressWarnings("deprecation") // for this constructor, which copies ASCII unchanged
    static String ascii(byte[] table, int from, int to) {
        return new String(table, 0, from, to - from);
    }

    /**
     * Skips literal characters: all of ASCII except control characters other than tabs, the backslash and the
     * ampersand. Checks eight bytes at a time.
     *
     * @param table with {@link TaggedText#SLACK} bytes of any value after {@code to}
     * @return the position of the first other character, or {@code to}
     */
    @HotPath
    static int afterPlain(byte[] table, int from, int to) {
        int at = from;
        while (at < to) {
            long eight = (long) EIGHT_BYTES.get(table, at);
            // Borrowing causes false positives only above a true one, so the lowest match counts.
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
     * Returns how many bytes are equal at two positions, at most {@code most}. Compares eight bytes at a time.
     *
     * @param table with {@link TaggedText#SLACK} bytes of any value after both
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

    /** Sets the highest bit of each byte that is zero. */
    private static long zeros(long bytes) {
        return (bytes - ONES) & ~bytes;
    }

    /** Returns text outside rows, without the escapes of XML. */
    static String characters(byte[] text, int from, int to, String where) {
        return withoutReferences(decoded(text, from, to, where), where, true);
    }

    /**
     * Decodes UTF-8. The JVM's decoder replaces invalid bytes by U+FFFD; if that occurs, a strict decoder checks the
     * bytes.
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
     * Decodes a numeric character reference. Refuses line ends, which XML would pass to the table literally and which
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
                    "a reference to an XML 1.0 character that is not a line end", "another", where);
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
