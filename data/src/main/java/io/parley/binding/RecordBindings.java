package io.parley.binding;

import io.parley.layout.Slot;

/**
 * Factory of bindings between elements of one layout and the generic {@link Record}. Each type is bound once and shared
 * by all elements that reach it. Thread-safe.
 */
public final class RecordBindings {
    private final RecordTypes types;

    /** Creates a factory of bindings that keep received values as they were sent. */
    public RecordBindings() {
        this(false);
    }

    private RecordBindings(boolean asText) {
        this.types = new RecordTypes(asText);
    }

    /**
     * Creates a factory of bindings whose received records are equal to those that are read from text: with the white
     * space that the layout's schema prescribes, and with its default values for empty elements.
     */
    public static RecordBindings asText() {
        return new RecordBindings(true);
    }

    /** Returns a binding for an element of any type. */
    public synchronized RecordBinding bind(Slot.Element element) {
        return new RecordBinding(element, types.root(element));
    }
}
