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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Binds types to {@link Record}, each once. A type is first created empty, so that others can refer to it, and
 * completed from a queue, since types may refer to each other over any number of steps. Belongs to one thread at a
 * time.
 */
final class RecordTypes {
    private final boolean asText;
    private final IdentityHashMap<ComplexLayout, RecordType> types = new IdentityHashMap<>();
    private final Deque<RecordType> open = new ArrayDeque<>();

    /**
     * Creates a factory without types.
     *
     * @param asText whether received values are what a reader of text has ({@link ReadForm})
     */
    RecordTypes(boolean asText) {
        this.asText = asText;
    }

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
            String path = type.path() + "/@" + slot.name().getLocalPart();
            attributes.add(new RecordAttribute(slot.type(), path, attributes.size(), form(slot.type(), null, path)));
        }
        return attributes;
    }

    private @Nullable BoundAttribute text(RecordType type) {
        if (!(type.layout().content() instanceof ComplexLayout.Content.Text text)) {
            return null;
        }
        String path = type.path() + "/text()";
        return new RecordAttribute(text.type(), path, RecordAttribute.TEXT, form(text.type(), null, path));
    }

    private @Nullable ReadForm form(SimpleLayout type, @Nullable String whenEmpty, String path) {
        return asText ? ReadForm.of(type, whenEmpty, path) : null;
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
        List<Optional<ReadForm>> forms = new ArrayList<>();
        for (Slot.Alternative alternative : slot.alternatives()) {
            alternatives.add(alternative(alternative));
            forms.add(form(alternative, path));
        }
        return new RecordSlot(slot, path, alternatives, index, forms);
    }

    /** Returns the conversion of an element's simple content, or of the default of its text beside attributes. */
    private Optional<ReadForm> form(Slot.Alternative alternative, String path) {
        if (!(alternative instanceof Slot.Element element)) {
            return Optional.empty();
        }
        if (element.type() instanceof SimpleLayout simple) {
            return Optional.ofNullable(form(simple, element.whenEmpty(), path));
        }
        return element.whenEmpty() != null
                        && ((ComplexLayout) element.type()).content() instanceof ComplexLayout.Content.Text text
                ? Optional.ofNullable(form(text.type(), element.whenEmpty(), path))
                : Optional.empty();
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
