package io.parley.binding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The body parts of a service, sorted by key. Part numbers on the wire are indexes into this table. Immutable. */
public final class Parts {
    private static final Parts NONE = new Parts(List.of());

    private final List<Part> parts;
    private final Map<PartKey, Integer> indexes;

    private Parts(List<Part> parts) {
        this.parts = List.copyOf(parts);
        this.indexes = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            indexes.put(parts.get(i).key(), i);
        }
    }

    /** Returns the table of parts, which are given in any order. */
    public static Parts of(List<Part> parts) {
        List<Part> sorted = new ArrayList<>(parts);
        sorted.sort(Comparator.comparing(Part::key));
        return new Parts(sorted);
    }

    /** Returns the table of a service without body parts. */
    public static Parts none() {
        return NONE;
    }

    /** Returns the number of parts. On the wire they are numbered from 0. */
    public int size() {
        return parts.size();
    }

    /**
     * Returns the part with that number on the wire.
     *
     * @param index at most {@link #size} - 1; the caller must check numbers from a peer
     */
    public Part get(int index) {
        return parts.get(index);
    }

    /** Returns all parts in the order of their numbers. Unmodifiable. */
    public List<Part> list() {
        return parts;
    }

    /** Returns the part's number, or -1 if there is no such part. */
    public int indexOf(PartKey key) {
        return indexes.getOrDefault(key, -1);
    }
}
