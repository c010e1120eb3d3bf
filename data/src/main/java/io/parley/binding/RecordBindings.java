package io.parley.binding;

import io.parley.layout.Slot;

/**
 * Ties elements of one layout to the generic {@link Record}. A type is tied once, by the first element that reaches it, and
 * shared by all others. Thread-safe.
 */
public final class RecordBindings {
    private final RecordTypes types = new RecordTypes();

    /** A binding for the element, whatever its type. */
    public synchronized RecordBinding bind(Slot.Element element) {
        return new RecordBinding(element, types.root(element));
    }
}
