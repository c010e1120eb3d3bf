package io.parley.representation.hhfr;

import io.parley.binding.ItemState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values fetched from the records that are being written, the innermost last. Each is fetched once, because fetching
 * may be costly or call the application, and its state is written before the value.
 */
final class FetchedValues {
    private static final int INITIAL_CAPACITY = 16;
    /** Greatest capacity that is kept for another part. */
    private static final int MAX_KEPT = 256;

    private static final @Nullable Object[] NO_ITEMS = {};
    private static final ItemState[] NO_STATES = {};
    private static final int[] NO_ALTERNATIVES = {};

    private @Nullable Object[] items = NO_ITEMS;
    private ItemState[] states = NO_STATES;
    private int[] alternatives = NO_ALTERNATIVES;
    private int size;

    int size() {
        return size;
    }

    void add(@Nullable Object item, ItemState state, int alternative) {
        if (size == items.length) {
            int room = Math.max(INITIAL_CAPACITY, 2 * size);
            items = Arrays.copyOf(items, room);
            states = Arrays.copyOf(states, room);
            alternatives = Arrays.copyOf(alternatives, room);
        }
        items[size] = item;
        states[size] = state;
        alternatives[size++] = alternative;
    }

    @Nullable
    Object item(int index) {
        return items[index];
    }

    ItemState state(int index) {
        return states[index];
    }

    int alternative(int index) {
        return alternatives[index];
    }

    /** Clears all references, and releases large arrays. */
    void clear() {
        truncate(0);
        if (items.length <= MAX_KEPT) {
            Arrays.fill(items, null);
        } else {
            items = NO_ITEMS;
            states = NO_STATES;
            alternatives = NO_ALTERNATIVES;
        }
    }

    /** Removes all values from that index on. */
    void truncate(int first) {
        size = first;
    }
}
