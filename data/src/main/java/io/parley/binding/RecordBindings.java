package io.parley.binding;

import io.parley.layout.Slot;

/**
 * Factory of bindings between elements of one layout and the generic {@link Record}. Each type is bound once and shared
 * by all elements that reach it. Thread-safe.
 */
public final class RecordBindings {
    private final RecordTypes types = new RecordTypes();

    /** Returns a binding for an element of any type. */
    public synchronized RecordBinding bind(Slot.Element element) {
        return new RecordBinding(element, types.root(element));
    }
}
