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
 * Builder of a flat content model. Slots are separate unless an element is in two of them. Then the slots could not
 * express the order, and all are merged into one repeating slot with several alternatives, like the single {@code List}
 * property that JAXB's schema compiler generates in this case.
 */
final class ContentModel {
    private final List<Slot> slots = new ArrayList<>();
    private @Nullable String untypableReason;

    /** Appends a slot. */
    void add(Slot slot) {
        slots.add(slot);
    }

    void addAll(List<Slot> more) {
        slots.addAll(more);
    }

    /** Marks the content as untypable, so that it is carried as infoset. The first reason is reported. */
    void untypable(String reason) {
        if (untypableReason == null) {
            untypableReason = reason;
        }
    }

    ComplexLayout.Content content() {
        if (untypableReason != null) {
            return new ComplexLayout.Content.Infoset(untypableReason);
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
        return untypableReason != null
                ? new ComplexLayout.Content.Infoset(untypableReason)
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

    /** Returns the distinct alternatives. Two types for the same name make the content untypable. */
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
