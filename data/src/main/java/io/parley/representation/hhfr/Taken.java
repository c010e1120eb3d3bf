package io.parley.representation.hhfr;

import io.parley.binding.ItemState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values taken out of the records that are being written, the innermost last: each once, because taking may be costly
 * or call the application, and because its state is written before it is.
 */
final class Taken {
    private static final int FIRST = 16;
    /** Room for so many is worth keeping for another part. */
    private static final int MOST_KEPT = 256;

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
            int room = Math.max(FIRST, 2 * size);
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

    /** Keeps nothing alive. */
    void forget() {
        cut(0);
        if (items.length <= MOST_KEPT) {
            Arrays.fill(items, null);
        } else {
            items = NO_ITEMS;
            states = NO_STATES;
            alternatives = NO_ALTERNATIVES;
        }
    }

    /** Takes back all but the first. */
    void cut(int first) {
        size = first;
    }
}
