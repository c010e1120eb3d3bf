package io.parley.layout;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A flat content model in the making. Slots stay apart as long as no element is in two of them; otherwise the slots
 * could not tell the order, and all become one repeating slot with several alternatives. JAXB's schema compiler makes
 * one {@code List} property in the same case.
 */
final class ContentModel {
    private final List<Slot> slots = new ArrayList<>();
    private @Nullable String untypable;

    /** Adds a slot after those before it. */
    void add(Slot slot) {
        slots.add(slot);
    }

    void addAll(List<Slot> more) {
        slots.addAll(more);
    }

    /** Marks the content as untypable, so that it travels as infoset. The first reason is kept. */
    void untypable(String reason) {
        if (untypable == null) {
            untypable = reason;
        }
    }

    ComplexLayout.Content content() {
        if (untypable != null) {
            return new ComplexLayout.Content.Infoset(untypable);
        }
        if (slots.isEmpty()) {
            return ComplexLayout.Content.Empty.EMPTY;
        }
        if (!repeatsAName()) {
            return new ComplexLayout.Content.Elements(slots);
        }
        List<Slot.Alternative> all = new ArrayList<>();
        boolean required = false;
        for (Slot slot : slots) {
            all.addAll(slot.alternatives());
            required |= slot.required();
        }
        List<Slot.Alternative> merged = merge(all);
        return untypable != null
                ? new ComplexLayout.Content.Infoset(untypable)
                : new ComplexLayout.Content.Elements(List.of(new Slot(merged, true, required)));
    }

    private boolean repeatsAName() {
        Set<Object> names = new HashSet<>();
        for (Slot slot : slots) {
            for (Slot.Alternative alternative : slot.alternatives()) {
                if (!names.add(key(alternative))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The alternatives, each once; the same name with two types makes the content untypable. */
    List<Slot.Alternative> merge(List<Slot.Alternative> alternatives) {
        Map<Object, Slot.Alternative> merged = new LinkedHashMap<>();
        for (Slot.Alternative alternative : alternatives) {
            Slot.Alternative earlier = merged.putIfAbsent(key(alternative), alternative);
            if (earlier instanceof Slot.Element first && alternative instanceof Slot.Element second) {
                if (!first.type().equals(second.type())) {
                    untypable("the element " + first.name() + " has two types in one content model");
                }
                if (!Objects.equals(first.whenEmpty(), second.whenEmpty())) {
                    untypable("the element " + first.name() + " has two defaults in one content model");
                }
                boolean nillable = first.nillable() || second.nillable();
                merged.put(first.name(), new Slot.Element(first.name(), first.type(), nillable, first.whenEmpty()));
            }
        }
        return List.copyOf(merged.values());
    }

    private static Object key(Slot.Alternative alternative) {
        return alternative instanceof Slot.Element element ? element.name() : alternative;
    }
}
