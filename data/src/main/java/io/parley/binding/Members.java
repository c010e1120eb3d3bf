package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;

/** Lookup of the members of a type by name. */
final class Members {
    private Members() {}

    static int attribute(ComplexLayout type, QName name) {
        for (int i = 0; i < type.attributes().size(); i++) {
            if (type.attributes().get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException(type + " has no attribute " + name + "; it has "
                + type.attributes().stream().map(slot -> slot.name().toString()).toList());
    }

    /** Returns the full name of the only element with that local name. */
    static QName element(ComplexLayout type, String localName) {
        Set<QName> found = new LinkedHashSet<>();
        for (QName name : elements(type)) {
            if (name.getLocalPart().equals(localName)) {
                found.add(name);
            }
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException(type + ": expected one element called " + localName + ", found " + found
                    + " among " + elements(type));
        }
        return found.iterator().next();
    }

    /** Returns the indexes of the slots that may contain an element of that name. */
    static int[] slots(ComplexLayout type, QName name) {
        List<Slot> slots = Record.slotsOf(type);
        int[] found = IntStream.range(0, slots.size())
                .filter(i -> alternative(slots.get(i), name) >= 0)
                .toArray();
        if (found.length == 0) {
            throw new IllegalArgumentException(type + " has no element " + name + "; it has " + elements(type));
        }
        return found;
    }

    /** Returns the index of the alternative of that name, or -1. */
    static int alternative(Slot slot, QName name) {
        for (int i = 0; i < slot.alternatives().size(); i++) {
            if (slot.alternatives().get(i) instanceof Slot.Element element
                    && element.name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the index of the wildcard among the alternatives, or -1. */
    static int wildcard(Slot slot) {
        return slot.alternatives().indexOf(Slot.Wildcard.ANY);
    }

    /** Returns the name of a slot for messages. */
    static String name(Slot slot) {
        if (slot.isSingleElement()) {
            return ((Slot.Element) slot.alternatives().get(0)).name().getLocalPart();
        }
        return slot.alternatives().stream()
                .map(each ->
                        each instanceof Slot.Element element ? element.name().getLocalPart() : "any")
                .toList()
                .toString();
    }

    private static List<QName> elements(ComplexLayout type) {
        return Record.slotsOf(type).stream()
                .flatMap(slot -> slot.alternatives().stream())
                .filter(Slot.Element.class::isInstance)
                .map(alternative -> ((Slot.Element) alternative).name())
                .toList();
    }
}
