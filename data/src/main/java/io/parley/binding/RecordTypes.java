package io.parley.binding;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Binds types to {@link Record}, each once. A type is first created empty, so that others can refer to it, and
 * completed from a queue, since types may refer to each other over any number of steps. Belongs to one thread at a
 * time.
 */
final class RecordTypes {
    private final IdentityHashMap<ComplexLayout, RecordType> types = new IdentityHashMap<>();
    private final Deque<RecordType> open = new ArrayDeque<>();

    /** Returns the bound type, with all reachable types. */
    RecordType of(ComplexLayout layout) {
        RecordType type = typeOf(layout);
        completeAll();
        return type;
    }

    private RecordType typeOf(ComplexLayout layout) {
        RecordType known = types.get(layout);
        if (known == null) {
            known = new RecordType(layout);
            types.put(layout, known);
            open.add(known);
        }
        return known;
    }

    private void completeAll() {
        while (!open.isEmpty()) {
            RecordType type = open.remove();
            type.complete(attributes(type), text(type), slots(type));
            type.substitutes(substitutes(type.layout()));
        }
    }

    /** Returns the element as a slot that does not repeat. */
    RecordSlot root(Slot.Element element) {
        RecordSlot root =
                slot(new Slot(List.of(element), false, true), element.name().getLocalPart(), 0);
        completeAll();
        return root;
    }

    private List<BoundAttribute> attributes(RecordType type) {
        List<BoundAttribute> attributes = new ArrayList<>();
        for (AttributeSlot slot : type.layout().attributes()) {
            attributes.add(new RecordAttribute(
                    slot.type(), type.path() + "/@" + slot.name().getLocalPart(), attributes.size()));
        }
        return attributes;
    }

    private static @org.jspecify.annotations.Nullable BoundAttribute text(RecordType type) {
        return type.layout().content() instanceof ComplexLayout.Content.Text text
                ? new RecordAttribute(text.type(), type.path() + "/text()", RecordAttribute.TEXT)
                : null;
    }

    private List<BoundSlot> slots(RecordType type) {
        List<BoundSlot> slots = new ArrayList<>();
        for (Slot slot : Record.slotsOf(type.layout())) {
            slots.add(slot(slot, type.path() + "/" + Members.name(slot), slots.size()));
        }
        return slots;
    }

    private RecordSlot slot(Slot slot, String path, int index) {
        List<BoundAlternative> alternatives = new ArrayList<>();
        for (Slot.Alternative alternative : slot.alternatives()) {
            alternatives.add(alternative(alternative));
        }
        return new RecordSlot(slot, path, alternatives, index);
    }

    private BoundAlternative alternative(Slot.Alternative alternative) {
        if (!(alternative instanceof Slot.Element element)) {
            return BoundAlternative.infoset(alternative);
        }
        if (element.type() instanceof SimpleLayout simple) {
            return BoundAlternative.simple(element, simple);
        }
        ComplexLayout complex = (ComplexLayout) element.type();
        return isUntyped(complex)
                ? BoundAlternative.infoset(element)
                : BoundAlternative.complex(element, typeOf(complex));
    }

    private List<RecordType> substitutes(ComplexLayout layout) {
        List<RecordType> substitutes = new ArrayList<>();
        for (TypeLayout substitute : layout.substitutes()) {
            if (substitute instanceof ComplexLayout complex) {
                substitutes.add(typeOf(complex));
            } else {
                throw new IllegalArgumentException(layout + ": a simple type cannot substitute for a complex one");
            }
        }
        return substitutes;
    }

    /** Returns whether a type is sent as infoset with any binding. */
    static boolean isUntyped(ComplexLayout layout) {
        return layout.content() instanceof ComplexLayout.Content.Infoset;
    }
}
