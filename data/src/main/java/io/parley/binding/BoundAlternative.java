package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import org.jspecify.annotations.Nullable;

/**
 * An alternative of a slot, bound to Java. Exactly one of simple and complex is set for an element; neither for a
 * wildcard and for an element whose type has no layout, which are both sent as infoset.
 */
public final class BoundAlternative {
    private final Slot.Alternative layout;
    private final @Nullable SimpleLayout simple;
    private final @Nullable BoundType complex;
    private final boolean infosetBySchema;

    private BoundAlternative(
            Slot.Alternative layout,
            @Nullable SimpleLayout simple,
            @Nullable BoundType complex,
            boolean infosetBySchema) {
        this.layout = layout;
        this.simple = simple;
        this.complex = complex;
        this.infosetBySchema = infosetBySchema;
    }

    static BoundAlternative simple(Slot.Element layout, SimpleLayout type) {
        return new BoundAlternative(layout, type, null, false);
    }

    static BoundAlternative complex(Slot.Element layout, BoundType type) {
        return new BoundAlternative(layout, null, type, false);
    }

    /** Creates an alternative that all JAXB classes send as infoset, although a record may be received. */
    static BoundAlternative infosetOrRecord(Slot.Element layout, BoundType record) {
        return new BoundAlternative(layout, null, record, true);
    }

    static BoundAlternative infoset(Slot.Alternative layout) {
        return new BoundAlternative(layout, null, null, true);
    }

    /** Returns the alternative of the layout: an element, or {@link Slot.Wildcard}. */
    public Slot.Alternative layout() {
        return layout;
    }

    /** Returns whether the schema itself, rather than one side's classes, requires infoset. */
    boolean isInfosetBySchema() {
        return infosetBySchema;
    }

    /** Returns the layout of its simple content, or null if it has none. */
    public @Nullable SimpleLayout simple() {
        return simple;
    }

    /** Returns the type of its record, or null if it has none. */
    public @Nullable BoundType complex() {
        return complex;
    }

    /** Returns whether it is a wildcard, which is always sent as infoset. */
    public boolean isWildcard() {
        return layout instanceof Slot.Wildcard;
    }

    /**
     * Returns whether its declared type is complex. The states of a slot on the wire depend on this alone, and not on
     * Java.
     */
    public boolean hasComplexLayout() {
        return layout instanceof Slot.Element element && element.type() instanceof ComplexLayout;
    }
}
