package io.parley.representation.hhfr;

import io.parley.binding.BoundAlternative;
import io.parley.binding.BoundSlot;
import io.parley.binding.BoundType;
import io.parley.layout.SimpleLayout;
import org.jspecify.annotations.Nullable;

/** How many bits a record's states take, and which shortcuts its slots allow: both sides must compute the same. */
final class RecordShape {
    private RecordShape() {}

    /** One bit an attribute, one for text, and those of every slot that does not repeat. */
    static int bits(BoundType type) {
        int bits = attributeBits(type) + (type.text() == null ? 0 : 1);
        for (BoundSlot slot : type.slots()) {
            bits += slot.layout().repeats() ? 0 : slot.stateBits();
        }
        return bits;
    }

    static int attributeBits(BoundType type) {
        return type.attributes().size();
    }

    static int singles(BoundType type) {
        int singles = 0;
        for (BoundSlot slot : type.slots()) {
            singles += slot.layout().repeats() ? 0 : 1;
        }
        return singles;
    }

    /** The type of items that, if all are values, follow each other without anything between them; null if it takes more. */
    static @Nullable SimpleLayout plainType(BoundSlot slot) {
        if (slot.alternatives().size() != 1) {
            return null;
        }
        SimpleLayout simple = slot.alternatives().get(0).simple();
        return simple == null || simple.list() ? null : simple;
    }

    /** The least bytes that an item of a repeating slot takes if it is a value. */
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
        boolean empty = bits(complex) == 0
                && complex.slots().isEmpty()
                && !complex.layout().anyAttribute()
                && complex.layout().substitutes().isEmpty();
        return empty ? 0 : 1;
    }
}
