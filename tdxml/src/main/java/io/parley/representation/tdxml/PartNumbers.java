package io.parley.representation.tdxml;

import io.parley.binding.BoundType;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Numbers in the keys of one part, derived from its layout. Thread-safe. */
final class PartNumbers {
    private final LayoutNames names;
    private final Map<BoundType, TypeNumbers> types = new ConcurrentHashMap<>();

    private PartNumbers(LayoutNames names) {
        this.names = names;
    }

    static PartNumbers of(Slot.Element part) {
        return new PartNumbers(LayoutNames.of(part));
    }

    TypeNumbers of(BoundType type) {
        TypeNumbers known = types.get(type);
        return known != null ? known : types.computeIfAbsent(type, this::make);
    }

    /** Returns the value of the {@code xsi:type} row for a type. */
    String label(ComplexLayout type) {
        return names.label(type);
    }

    LayoutNames names() {
        return names;
    }

    private TypeNumbers make(BoundType type) {
        return TypeNumbers.of(type.layout(), names.hasTypeRow(type.layout()));
    }
}
