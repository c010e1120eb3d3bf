package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import org.jspecify.annotations.Nullable;

/**
 * One thing that may stand in a slot, tied to Java. Exactly one of simple and complex is set for an element; neither
 * for a wildcard and for an element whose type has no layout, which both travel as infoset.
 */
public final class BoundAlternative {
    private final Slot.Alternative layout;
    private final @Nullable SimpleLayout simple;
    private final @Nullable BoundType complex;

    private BoundAlternative(Slot.Alternative layout, @Nullable SimpleLayout simple, @Nullable BoundType complex) {
        this.layout = layout;
        this.simple = simple;
        this.complex = complex;
    }

    static BoundAlternative simple(Slot.Element layout, SimpleLayout type) {
        return new BoundAlternative(layout, type, null);
    }

    static BoundAlternative complex(Slot.Element layout, BoundType type) {
        return new BoundAlternative(layout, null, type);
    }

    static BoundAlternative infoset(Slot.Alternative layout) {
        return new BoundAlternative(layout, null, null);
    }

    public Slot.Alternative layout() {
        return layout;
    }

    /** The plan of its text, or null if it has none of its own. */
    public @Nullable SimpleLayout simple() {
        return simple;
    }

    /** The plan of its record, or null if it has none. */
    public @Nullable BoundType complex() {
        return complex;
    }

    /** Whether it is any element, and so always infoset. */
    public boolean isWildcard() {
        return layout instanceof Slot.Wildcard;
    }

    /** Whether its declared type is complex; what a slot can be on the wire depends on this alone, not on Java. */
    public boolean hasComplexLayout() {
        return layout instanceof Slot.Element element && element.type() instanceof ComplexLayout;
    }
}
