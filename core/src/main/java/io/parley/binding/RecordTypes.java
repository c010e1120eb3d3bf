package io.parley.binding;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.SimpleLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Ties all types that an element can reach to {@link Record}. Used while a binding is made, by one thread. */
final class RecordTypes {
    private final IdentityHashMap<ComplexLayout, RecordType> types = new IdentityHashMap<>();

    /** The type, with all that it reaches. */
    RecordType of(ComplexLayout layout) {
        RecordType known = types.get(layout);
        if (known != null) {
            return known;
        }
        RecordType type = new RecordType(layout);
        types.put(layout, type);
        type.complete(attributes(type), text(type), slots(type));
        type.substitutes(substitutes(layout));
        return type;
    }

    /** The element as a slot that occurs once. */
    RecordSlot root(Slot.Element element) {
        return slot(new Slot(List.of(element), false, true), element.name().getLocalPart(), 0);
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
        return isUntyped(complex) ? BoundAlternative.infoset(element) : BoundAlternative.complex(element, of(complex));
    }

    private List<RecordType> substitutes(ComplexLayout layout) {
        List<RecordType> substitutes = new ArrayList<>();
        for (TypeLayout substitute : layout.substitutes()) {
            if (substitute instanceof ComplexLayout complex) {
                substitutes.add(of(complex));
            } else {
                throw new IllegalArgumentException(layout + ": a simple type cannot stand in for a complex one");
            }
        }
        return substitutes;
    }

    /** Whether a type travels as infoset whatever it is bound to. */
    static boolean isUntyped(ComplexLayout layout) {
        return layout.content() instanceof ComplexLayout.Content.Infoset;
    }
}
