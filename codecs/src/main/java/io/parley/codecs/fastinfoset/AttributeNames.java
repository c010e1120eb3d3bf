package io.parley.codecs.fastinfoset;

import io.parley.HotPath;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Identity of entries in the table of attributes: two entries may be one name, with another prefix or spelled out
 * again. So the check whether a tag has a name twice compares numbers, not strings. Belongs to one parser.
 */
final class AttributeNames {
    private final Map<Expanded, Integer> numbers = new HashMap<>();
    /** By entry: one more than the number of its expanded name, or 0. */
    private int[] expanded = new int[16];
    /** By the number of an expanded name: the tag that last had it. */
    private int[] seenBy = new int[16];

    private int tag;
    /** Greatest number of entries that may be known. */
    private int entries;

    private record Expanded(String namespace, String local) {}

    /** Begins another message. */
    void clear() {
        numbers.clear();
        Arrays.fill(expanded, 0, entries, 0);
        entries = 0;
    }

    /** Begins another tag. */
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

    /** Returns whether the tag has the name for the first time. */
    @HotPath
    boolean isFirst(int entry) {
        int number = expanded[entry] - 1;
        boolean first = seenBy[number] != tag;
        seenBy[number] = tag;
        return first;
    }
}
