package io.parley.representation.tdxml;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.List;

/**
 * The numbers of a type's attributes and children (docs/reference/tdxml.md, "Numbers"): attributes in canonical order,
 * behind {@code xsi:type} if the type has to say itself; children in the wire order of their slots, each alternative with
 * a number of its own. They do not depend on the order that a schema gives its elements, because two sides that agree may
 * differ in that.
 */
final class TypeNumbers {
    private final boolean saysItsType;
    private final int attributes;
    private final int[] firsts;
    private final int[] slots;

    private TypeNumbers(boolean saysItsType, int attributes, int[] firsts, int[] slots) {
        this.saysItsType = saysItsType;
        this.attributes = attributes;
        this.firsts = firsts;
        this.slots = slots;
    }

    static TypeNumbers of(ComplexLayout type, boolean saysItsType) {
        List<Slot> order = slots(type);
        int[] firsts = new int[order.size()];
        int next = 0;
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = next;
            next += order.get(i).alternatives().size();
        }
        int[] slots = new int[next];
        for (int i = 0; i < firsts.length; i++) {
            int end = i + 1 < firsts.length ? firsts[i + 1] : next;
            java.util.Arrays.fill(slots, firsts[i], end, i);
        }
        return new TypeNumbers(saysItsType, type.attributes().size(), firsts, slots);
    }

    /** The slots of a type in wire order. */
    static List<Slot> slots(ComplexLayout type) {
        return type.content() instanceof ComplexLayout.Content.Elements elements
                ? elements.slots().stream().sorted(Slot.WIRE_ORDER).toList()
                : List.of();
    }

    /** Returns whether attribute 0 is {@code xsi:type}. */
    boolean saysItsType() {
        return saysItsType;
    }

    /** The number of an attribute by its index in the layout. */
    int attribute(int index) {
        return index + (saysItsType ? 1 : 0);
    }

    /** The index of the attribute with that number; one too high for the number that stands for all others. */
    int attributeIndex(int number) {
        return number - (saysItsType ? 1 : 0);
    }

    /** The number that stands for all attributes that the type does not name. */
    int otherAttributes() {
        return attribute(attributes);
    }

    /** The number of a slot's alternative. */
    int child(int slot, int alternative) {
        return firsts[slot] + alternative;
    }

    /** The slot of a child, or -1 if there is no child with that number. */
    int slotOf(int number) {
        return number < slots.length ? slots[number] : -1;
    }

    /** Returns the index of a child among the alternatives of its slot. */
    int alternativeOf(int number) {
        return number - firsts[slots[number]];
    }
}
