package io.parley.representation.hhfr;

import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** Properties of slots that shorten their encoding. Both sides must compute the same. */
final class RecordShape {
    private RecordShape() {}

    /**
     * Returns the type of items that are written without anything between them if all are values; null if items need
     * more.
     */
    static @Nullable SimpleLayout plainType(BoundSlot slot) {
        if (slot.alternatives().size() != 1) {
            return null;
        }
        SimpleLayout simple = slot.alternatives().get(0).simple();
        return simple == null || simple.list() ? null : simple;
    }

    /** Returns the least number of bytes of an item of a repeating slot, if it is a value. */
    static int minBytes(BoundSlot slot) {
        if (slot.alternatives().size() > 1) {
            return 1;
        }
        BoundAlternative only = slot.alternatives().get(0);
        if (only.simple() != null) {
            return SimpleCodec.minBytes(only.simple());
        }
        BoundType complex = only.complex();
        if (complex == null) {
            return 1;
        }
        boolean empty = complex.stateBits() == 0
                && complex.slots().isEmpty()
                && !complex.layout().anyAttribute()
                && complex.layout().substitutes().isEmpty();
        return empty ? 0 : 1;
    }
}
