package io.parley.negotiation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One side's description of its data: all body parts of all its operations, sorted by key, and one fingerprint over
 * them. Immutable.
 */
public final class DataDescription {
    /**
     * Maximum number of parts that may be described; with more, parts are sent as infoset unless both sides are equal.
     */
    public static final int MAX_PARTS = 8000;
    /** Number of hex digits of a part's fingerprint in a list; enough to rule out accidental equality of layouts. */
    public static final int LISTED_DIGITS = 16;

    private static final Pattern HEX = Pattern.compile("[0-9a-f]*");
    private static final Pattern KEY = Pattern.compile("(\\{[^{}\\s]*})?[^{}/\\s]+/(in|out)/[0-9]{1,3}");
    private static final int MAX_KEY = 1024;
    /** Maximum length of a list; well below the limit for an answer, which has other terms too. */
    private static final int MAX_LIST_CHARS = 40 * 1024;
    /** Characters of an operation in a list besides its names: tags and attributes in an answer's XML. */
    private static final int OPERATION_CHARS = 100;

    private final List<PartTerm> parts;
    private final String fingerprint;

    private DataDescription(List<PartTerm> parts) {
        this.parts = parts;
        this.fingerprint = combined(parts);
    }

    /**
     * Creates a description from parts in any order.
     *
     * @param parts with the full fingerprint of 64 hex digits, or an empty one for a part that is sent as infoset
     */
    public static DataDescription of(List<PartTerm> parts) {
        List<PartTerm> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparing(PartTerm::key));
        checkKeys("data", sorted);
        sorted.forEach(part -> Terms.optionalDigest(part.key(), part.fingerprint()));
        return new DataDescription(List.copyOf(sorted));
    }

    /**
     * Returns whether a part with this key can be described: its operation's namespace has no blanks or braces, and its
     * name is not too long. A part that cannot has no number, and is sent as infoset.
     */
    public static boolean isKey(String key) {
        return key.length() <= MAX_KEY && KEY.matcher(key).matches();
    }

    /** Returns the description of a side without parts, which sends everything as infoset. */
    public static DataDescription none() {
        return new DataDescription(List.of());
    }

    /** Returns all parts, sorted by key. */
    public List<PartTerm> parts() {
        return parts;
    }

    /** Returns the SHA-256 over all parts: equal on two sides exactly if all keys and layouts are equal. */
    public String fingerprint() {
        return fingerprint;
    }

    /** Returns the parts with shortened fingerprints, as listed in an answer; empty if the list would be too long. */
    public List<PartTerm> listed() {
        if (parts.size() > MAX_PARTS || listChars() > MAX_LIST_CHARS) {
            return List.of();
        }
        return parts.stream()
                .map(part -> new PartTerm(part.key(), shortened(part.fingerprint())))
                .toList();
    }

    private long listChars() {
        long chars = 0;
        String last = "";
        for (PartTerm part : parts) {
            String key = part.key();
            String operation = key.substring(0, key.lastIndexOf('/', key.lastIndexOf('/') - 1));
            if (!operation.equals(last)) {
                chars += operation.getBytes(StandardCharsets.UTF_8).length + OPERATION_CHARS;
                last = operation;
            }
            chars += LISTED_DIGITS + 1;
        }
        return chars;
    }

    /** Returns the listed digits of a part's fingerprint; empty for a part that is sent as infoset. */
    static String shortened(String fingerprint) {
        return fingerprint.isEmpty() ? "" : fingerprint.substring(0, LISTED_DIGITS);
    }

    /** Validates a list received from a peer. */
    static List<PartTerm> checkListed(String where, List<PartTerm> listed) {
        Terms.checkCount(where, listed, MAX_PARTS);
        checkKeys(where, listed);
        for (PartTerm part : listed) {
            String print = part.fingerprint();
            if (!print.isEmpty()
                    && (print.length() != LISTED_DIGITS || !HEX.matcher(print).matches())) {
                throw Terms.malformed(where, LISTED_DIGITS + " hex digits for each part", print);
            }
        }
        return List.copyOf(listed);
    }

    private static void checkKeys(String where, List<PartTerm> sorted) {
        Set<String> keys = new HashSet<>();
        String last = "";
        for (PartTerm part : sorted) {
            if (!isKey(part.key())) {
                throw Terms.malformed(where, "keys of the form {namespace}operation/in/0", part.key());
            }
            if (!keys.add(part.key()) || part.key().compareTo(last) < 0) {
                throw Terms.malformed(where, "parts sorted by key, each key once", part.key());
            }
            last = part.key();
        }
    }

    private static String combined(List<PartTerm> sorted) {
        CanonicalText text = new CanonicalText("parley-data 1");
        for (PartTerm part : sorted) {
            text.line(part.key(), part.fingerprint());
        }
        return text.digest().toString();
    }
}
