package io.parley.codecs.fastinfoset;

import io.parley.HotPath;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Identities of the entries in the table of attributes: two entries may have the same name, with another prefix or
 * repeated. Numbers the names, so that the check for duplicates in a tag compares numbers, not strings. Used by one
 * parser.
 */
final class AttributeNames {
    private final Map<Expanded, Integer> numbers = new HashMap<>();
    /** One more than the number of the expanded name, by entry; 0 if unknown. */
    private int[] expanded = new int[16];
    /** Last tag with an expanded name, by its number. */
    private int[] seenBy = new int[16];

    private int tag;
    /** Upper bound of the known entries. */
    private int entries;

    private record Expanded(String namespace, String local) {}

    /** Resets the names for another message. */
    void clear() {
        numbers.clear();
        Arrays.fill(expanded, 0, entries, 0);
        entries = 0;
    }

    /** Starts another tag. */
    void begin() {
        tag++;
    }

    boolean isKnown(int entry) {
        return entry < expanded.length && expanded[entry] != 0;
    }

    void learn(int entry, String namespace, String local) {
        if (entry >= expanded.length) {
            expanded = Arrays.copyOf(expanded, Math.max(entry + 1, 2 * expanded.length));
        }
        int number = numbers.computeIfAbsent(new Expanded(namespace, local), name -> numbers.size());
        if (number == seenBy.length) {
            seenBy = Arrays.copyOf(seenBy, 2 * number);
        }
        expanded[entry] = number + 1;
        entries = Math.max(entries, entry + 1);
    }

    /** Returns whether the name occurs for the first time in the tag. */
    @HotPath
    boolean isFirst(int entry) {
        int number = expanded[entry] - 1;
        boolean first = seenBy[number] != tag;
        seenBy[number] = tag;
        return first;
    }
}
