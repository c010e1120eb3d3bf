package io.parley.layout;

import java.util.Comparator;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A position in a content model: an element, one of several elements, or a wildcard, that occurs once or repeatedly.
 *
 * <p>On the wire a slot that does not repeat has a state even if the schema requires the element, because SOAP without
 * validation accepts messages in which it is missing.
 *
 * @param alternatives the possible elements, never empty, in canonical order with a wildcard last; mostly a single one
 * @param repeats whether it may occur more than once; it is then a list, in which items of all alternatives are mixed
 * @param required whether the schema requires it, which does not affect the wire
 */
public record Slot(List<Alternative> alternatives, boolean repeats, boolean required) {
    /** Order of a type's slots on the wire, by the name of the first alternative. XML has schema order. */
    public static final Comparator<Slot> WIRE_ORDER = CanonicalOrder.SLOTS;

    public Slot {
        alternatives = alternatives.stream().sorted(CanonicalOrder.ALTERNATIVES).toList();
    }

    /** Returns whether the slot is of a single element, rather than a wildcard or several alternatives. */
    public boolean isSingleElement() {
        return alternatives.size() == 1 && alternatives.get(0) instanceof Element;
    }

    /** An element or wildcard that may occur in a slot. */
    public sealed interface Alternative {}

    /**
     * An element.
     *
     * @param nillable whether the schema allows {@code xsi:nil}; it does not affect the wire, where every element may
     *     be nil
     * @param whenEmpty the value of an empty element ({@code default} or {@code fixed}), or null; it does not affect
     *     the wire, which carries the value
     */
    public record Element(
            QName name,
            TypeLayout type,
            boolean nillable,
            @Nullable String whenEmpty) implements Alternative {
        /** Creates an element without a default. */
        public Element(QName name, TypeLayout type, boolean nillable) {
            this(name, type, nillable, null);
        }
    }

    /** A wildcard, {@code xs:any}: any element, carried as an infoset sub-record. */
    public enum Wildcard implements Alternative {
        ANY
    }
}
