package io.parley.representation.tdxml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects repeated items for compiled handlers in the order of their occurrences, which start at 0 without gaps. Never
 * allocates by an occurrence number (R28). Used by one thread at a time.
 *
 * @param <T> type of an item
 */
public final class Occurrences<T> {
    private final TableInput in;
    private final List<T> items = new ArrayList<>();
    private final Map<Integer, T> pending = new TreeMap<>();

    Occurrences(TableInput in) {
        this.in = in;
    }

    /**
     * Adds an item at its occurrence.
     *
     * @throws RuntimeException if the occurrence is present already
     */
    public void add(int occurrence, T item) {
        if (occurrence == items.size()) {
            items.add(item);
        } else if (occurrence < items.size() || pending.containsKey(occurrence)) {
            throw in.unexpected("each key once");
        } else {
            pending.put(occurrence, item);
        }
    }

    /**
     * Returns all items.
     *
     * @throws RuntimeException if an occurrence is missing
     */
    public List<T> dense() {
        for (Map.Entry<Integer, T> each : pending.entrySet()) {
            if (each.getKey() != items.size()) {
                throw in.unexpected("occurrences without a gap");
            }
            items.add(each.getValue());
        }
        pending.clear();
        return items;
    }
}
