package io.parley.representation.tdxml;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.List;

/**
 * Numbers of a type's attributes and children (docs/reference/tdxml.md, "Numbers"): attributes in canonical order,
 * after {@code xsi:type} if the type has a row for it; children in the wire order of their slots, with a number for
 * each alternative. They do not depend on the order of elements in a schema, in which two agreeing sides may differ.
 */
final class TypeNumbers {
    private final boolean hasTypeRow;
    private final int attributes;
    private final int[] firsts;
    private final int[] slots;

    private TypeNumbers(boolean hasTypeRow, int attributes, int[] firsts, int[] slots) {
        this.hasTypeRow = hasTypeRow;
        this.attributes = attributes;
        this.firsts = firsts;
        this.slots = slots;
    }

    static TypeNumbers of(ComplexLayout type, boolean hasTypeRow) {
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
        return new TypeNumbers(hasTypeRow, type.attributes().size(), firsts, slots);
    }

    /** Returns the slots of a type in wire order. */
    static List<Slot> slots(ComplexLayout type) {
        return type.content() instanceof ComplexLayout.Content.Elements elements
                ? elements.slots().stream().sorted(Slot.WIRE_ORDER).toList()
                : List.of();
    }

    /** Returns whether attribute 0 is {@code xsi:type}. */
    boolean hasTypeRow() {
        return hasTypeRow;
    }

    /** Returns the number of an attribute by its index in the layout. */
    int attribute(int index) {
        return index + (hasTypeRow ? 1 : 0);
    }

    /**
     * Returns the index of the attribute with that number; for the number of all other attributes, the number of
     * attributes.
     */
    int attributeIndex(int number) {
        return number - (hasTypeRow ? 1 : 0);
    }

    /** Returns the number of the row with all attributes that the type does not declare. */
    int otherAttributes() {
        return attribute(attributes);
    }

    /** Returns the number of a slot's alternative. */
    int child(int slot, int alternative) {
        return firsts[slot] + alternative;
    }

    /** Returns the slot of a child; -1 if there is no child with that number. */
    int slotOf(int number) {
        return number < slots.length ? slots[number] : -1;
    }

    /** Returns the index of a child among the alternatives of its slot. */
    int alternativeOf(int number) {
        return number - firsts[slots[number]];
    }
}
