package io.parley.layout;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;

/** A compiled schema: the plans of its global elements and named types. Immutable. */
public final class Layout {
    private final Map<QName, Slot.Element> elements;
    private final Map<QName, TypeLayout> types;

    Layout(Map<QName, Slot.Element> elements, Map<QName, TypeLayout> types) {
        this.elements = Map.copyOf(elements);
        this.types = Map.copyOf(types);
    }

    /** The global element of that name. */
    public Optional<Slot.Element> element(QName name) {
        return Optional.ofNullable(elements.get(name));
    }

    /** The named type, built-in types included. */
    public Optional<TypeLayout> type(QName name) {
        return Optional.ofNullable(types.get(name));
    }

    public Collection<Slot.Element> elements() {
        return elements.values();
    }

    public Collection<TypeLayout> types() {
        return types.values();
    }
}
