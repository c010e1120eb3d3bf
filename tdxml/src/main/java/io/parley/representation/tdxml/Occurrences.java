package io.parley.representation.tdxml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects repeated items for compiled handlers, in the order of occurrences, from 0 without gaps. An occurrence number
 * never becomes an amount to allocate (R28). Belongs to one thread at a time.
 *
 * @param <T> type of an item
 */
public final class Occurrences<T> {
    private final TableInput in;
    private final List<T> items = new ArrayList<>();
    private final Map<Integer, T> later = new TreeMap<>();

    Occurrences(TableInput in) {
        this.in = in;
    }

    /** Puts an item in its place. */
    public void add(int occurrence, T item) {
        if (occurrence == items.size()) {
            items.add(item);
        } else if (occurrence < items.size() || later.containsKey(occurrence)) {
            throw in.unexpected("each key once");
        } else {
            later.put(occurrence, item);
        }
    }

    /** Returns all items; throws if an occurrence is missing. */
    public List<T> dense() {
        for (Map.Entry<Integer, T> each : later.entrySet()) {
            if (each.getKey() != items.size()) {
                throw in.unexpected("occurrences without a gap");
            }
            items.add(each.getValue());
        }
        later.clear();
        return items;
    }
}
