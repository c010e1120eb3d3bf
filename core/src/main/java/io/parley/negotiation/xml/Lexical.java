package io.parley.negotiation.xml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Conversion of XML texts to values; each failure names its place. */
final class Lexical {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final int MAX_SHOWN = 40;

    private Lexical() {}

    static String required(String where, @Nullable String text) {
        if (text == null) {
            throw malformed(where, "a value", "nothing");
        }
        return text.strip();
    }

    static String optional(@Nullable String text) {
        return text == null ? "" : text.strip();
    }

    /** Returns the text of the one element that must be there. */
    static String one(String where, List<String> found) {
        if (found.size() != 1) {
            throw malformed(where, "exactly one", String.valueOf(found.size()));
        }
        return found.get(0).strip();
    }

    static String atMostOne(String where, List<String> found) {
        return found.isEmpty() ? "" : one(where, found);
    }

    static List<String> all(List<String> found) {
        return found.stream().map(String::strip).toList();
    }

    static long number(String where, @Nullable String text) {
        String digits = required(where, text);
        if (!NUMBER.matcher(digits).matches()) {
            throw malformed(where, "a number of at most 18 digits", digits);
        }
        return Long.parseLong(digits);
    }

    static int smallNumber(String where, @Nullable String text) {
        long number = number(where, text);
        if (number > Integer.MAX_VALUE) {
            throw malformed(where, "a number of at most " + Integer.MAX_VALUE, String.valueOf(number));
        }
        return (int) number;
    }

    static Map<String, Long> limits(String where, List<LimitXml> found) {
        Map<String, Long> limits = new LinkedHashMap<>();
        for (LimitXml limit : found) {
            String name = required(where + "/@name", limit.name);
            if (limits.put(name, number(where + "/@value", limit.value)) != null) {
                throw malformed(where, "each limit once", name);
            }
        }
        return limits;
    }

    static ParleyException malformed(String where, String expected, String found) {
        StringBuilder shown = new StringBuilder();
        found.chars().limit(MAX_SHOWN).forEach(sign -> shown.append(sign >= ' ' && sign < 0x7F ? (char) sign : '?'));
        return new ParleyException(
                ErrorCode.NEGOTIATION,
                where + ": expected " + expected + ", found " + (shown.isEmpty() ? "nothing" : shown));
    }
}
