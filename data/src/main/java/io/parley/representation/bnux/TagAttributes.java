package io.parley.representation.bnux;

import io.parley.HotPath;
import java.util.Arrays;

/** Attributes of a reader's current start tag: names and types, and values as symbols of the page. */
final class TagAttributes {
    private static final String[] TYPES = {
        "CDATA", "CDATA", "ID", "IDREF", "IDREFS", "NMTOKEN", "NMTOKENS", "NOTATION", "ENTITY", "ENTITIES", "ENUMERATED"
    };

    private final LearnedNames names;
    private int[] attributes = new int[8];
    private int[] values = new int[8];
    private byte[] types = new byte[8];
    private int count;

    /** For each expanded name: the start tag that last had it. */
    private int[] seenBy = new int[32];

    private int tag;

    TagAttributes(LearnedNames names) {
        this.names = names;
    }

    void clear() {
        count = 0;
        tag++;
    }

    /** Adds an attribute. Returns false if the tag already has one of that name. */
    @HotPath
    boolean add(int name, int value, int type) {
        if (count == attributes.length) {
            attributes = Arrays.copyOf(attributes, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
            types = Arrays.copyOf(types, 2 * count);
        }
        attributes[count] = name;
        values[count] = value;
        types[count++] = (byte) type;
        return isFirst(names.expandedOf(name));
    }

    int count() {
        return count;
    }

    int name(int index) {
        return attributes[index];
    }

    /** Returns the value, a symbol of the page. */
    int value(int index) {
        return values[index];
    }

    String type(int index) {
        return TYPES[types[index]];
    }

    static boolean isType(int type) {
        return type >= 0 && type < TYPES.length;
    }

    private boolean isFirst(int expanded) {
        if (expanded >= seenBy.length) {
            seenBy = Arrays.copyOf(seenBy, Math.max(names.size(), 2 * seenBy.length));
        }
        boolean first = seenBy[expanded] != tag;
        seenBy[expanded] = tag;
        return first;
    }
}
