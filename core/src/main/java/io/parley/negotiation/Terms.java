package io.parley.negotiation;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Validation of the values of offers and answers, of any origin. Every failure is a {@link ErrorCode#NEGOTIATION} that
 * says what was expected, what was found, and where.
 */
final class Terms {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._+-]{1,64}");
    private static final Pattern HEX_DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final int MAX_CHOICES = 32;
    /** Maximum number of operations with terms of their own. */
    static final int MAX_OPERATIONS = 256;

    private static final int MAX_LIMITS = 64;
    private static final int MAX_TEXT = 2048;
    /** Maximum number of header blocks. */
    static final int MAX_HEADERS = 16;

    private static final int MAX_SHOWN = 40;
    private static final long MAX_SECONDS = 366L * 24 * 3600;

    private Terms() {}

    /** Validates the choices of one term: at least one, each a name. */
    static List<String> choices(String where, List<String> choices) {
        checkCount(where, choices, MAX_CHOICES);
        if (choices.isEmpty()) {
            throw malformed(where, "at least one", "none");
        }
        for (int i = 0; i < choices.size(); i++) {
            name(where + "[" + (i + 1) + "]", choices.get(i));
        }
        return List.copyOf(choices);
    }

    /** Validates operations with terms of their own, each once. */
    static List<OperationTerm> operations(String where, List<OperationTerm> operations) {
        checkCount(where, operations, MAX_OPERATIONS);
        Set<String> names = new HashSet<>();
        for (OperationTerm each : operations) {
            text(where, each.operation());
            choices(where, each.representations());
            name(where + "/@delivery", each.delivery());
            if (each.operation().isEmpty() || !names.add(each.operation())) {
                throw malformed(where, "each operation once, by its name", each.operation());
            }
        }
        return List.copyOf(operations);
    }

    static String name(String where, String name) {
        if (!NAME.matcher(name).matches()) {
            throw malformed(where, "1 to 64 letters, digits or ._+-", name);
        }
        return name;
    }

    static String digest(String where, String hex) {
        if (!HEX_DIGEST.matcher(hex).matches()) {
            throw malformed(where, "64 lower-case hex digits", hex);
        }
        return hex;
    }

    static String optionalDigest(String where, String hex) {
        return hex.isEmpty() ? hex : digest(where, hex);
    }

    static int version(String where, int version) {
        if (version < 1) {
            throw malformed(where, "a version of at least 1", String.valueOf(version));
        }
        return version;
    }

    static long seconds(String where, long seconds) {
        if (seconds < 1 || seconds > MAX_SECONDS) {
            throw malformed(where, "1 to " + MAX_SECONDS + " seconds", String.valueOf(seconds));
        }
        return seconds;
    }

    /** Validates limits by the name of their setting, including unknown ones; sorts them. */
    static Map<String, Long> limits(String where, Map<String, Long> limits) {
        checkCount(where, limits.keySet(), MAX_LIMITS);
        limits.forEach((name, value) -> {
            name(where + "/@name", name);
            if (value < 1) {
                throw malformed(where + " " + name, "a value of at least 1", value.toString());
            }
        });
        return Collections.unmodifiableMap(new TreeMap<>(limits));
    }

    static List<String> texts(String where, List<String> texts) {
        checkCount(where, texts, MAX_CHOICES);
        texts.forEach(text -> text(where, text));
        return List.copyOf(texts);
    }

    /** Validates the context URIs of header blocks, each once. */
    static List<String> headers(String where, List<String> contexts) {
        checkCount(where, contexts, MAX_HEADERS);
        if (new HashSet<>(contexts).size() < contexts.size()) {
            throw malformed(where, "each header block once", "one twice");
        }
        return texts(where, contexts);
    }

    /** Validates a URI or qualified name: no blanks or control characters; may be empty. */
    static String text(String where, String text) {
        if (!isText(text)) {
            throw malformed(where, "at most " + MAX_TEXT + " characters without blanks", text);
        }
        return text;
    }

    /** Returns whether a URI or qualified name is valid in offers and answers. */
    static boolean isText(String text) {
        return text.length() <= MAX_TEXT && text.chars().noneMatch(sign -> sign <= ' ' || sign == 0x7F);
    }

    static void checkCount(String where, Collection<?> found, int most) {
        if (found.size() > most) {
            throw malformed(where, "at most " + most, String.valueOf(found.size()));
        }
    }

    static ParleyException malformed(String where, String expected, String found) {
        return new ParleyException(
                ErrorCode.NEGOTIATION, where + ": expected " + expected + ", found " + shown(found, MAX_SHOWN));
    }

    /** Returns a peer's text in a form that is safe for a log: truncated, and printable ASCII only. */
    static String shown(String text, int most) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(most).forEach(sign -> shown.append(sign >= ' ' && sign < 0x7F ? (char) sign : '?'));
        return text.isEmpty() ? "nothing" : text.length() > most ? shown + "..." : shown.toString();
    }
}
