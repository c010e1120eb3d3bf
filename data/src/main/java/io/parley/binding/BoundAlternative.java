package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import org.jspecify.annotations.Nullable;

/**
 * An alternative of a slot, tied to Java. Exactly one of simple and complex is set for an element; neither for a
 * wildcard and for an element whose type has no layout, which both travel as infoset.
 */
public final class BoundAlternative {
    private final Slot.Alternative layout;
    private final @Nullable SimpleLayout simple;
    private final @Nullable BoundType complex;
    private final boolean cutOutByAll;

    private BoundAlternative(
            Slot.Alternative layout, @Nullable SimpleLayout simple, @Nullable BoundType complex, boolean cutOutByAll) {
        this.layout = layout;
        this.simple = simple;
        this.complex = complex;
        this.cutOutByAll = cutOutByAll;
    }

    static BoundAlternative simple(Slot.Element layout, SimpleLayout type) {
        return new BoundAlternative(layout, type, null, false);
    }

    static BoundAlternative complex(Slot.Element layout, BoundType type) {
        return new BoundAlternative(layout, null, type, false);
    }

    /** Creates an alternative that travels as infoset from all JAXB classes, though a record may come. */
    static BoundAlternative cutOut(Slot.Element layout, BoundType record) {
        return new BoundAlternative(layout, null, record, true);
    }

    static BoundAlternative infoset(Slot.Alternative layout) {
        return new BoundAlternative(layout, null, null, true);
    }

    /** Returns the alternative of the schema's plan: an element, or {@link Slot.Wildcard} for any. */
    public Slot.Alternative layout() {
        return layout;
    }

    /** Returns whether the schema itself, and not only one side's classes, makes it travel as infoset. */
    boolean isCutOutByAll() {
        return cutOutByAll;
    }

    /** The plan of its text, or null if it has none of its own. */
    public @Nullable SimpleLayout simple() {
        return simple;
    }

    /** The plan of its record, or null if it has none. */
    public @Nullable BoundType complex() {
        return complex;
    }

    /** Returns whether it is a wildcard, and so always infoset. */
    public boolean isWildcard() {
        return layout instanceof Slot.Wildcard;
    }

    /**
     * Returns whether its declared type is complex; the states of a slot on the wire depend on this alone, not on Java.
     */
    public boolean hasComplexLayout() {
        return layout instanceof Slot.Element element && element.type() instanceof ComplexLayout;
    }
}
