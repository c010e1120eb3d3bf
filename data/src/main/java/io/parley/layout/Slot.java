package io.parley.layout;

import java.util.Comparator;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A place in a content model: an element (or one of several, or a wildcard), once or repeated.
 *
 * <p>A slot that does not repeat has a state on the wire even where the schema requires the element, because SOAP
 * without validation lets a missing one through and so must we.
 *
 * @param alternatives what may stand here, never empty, in canonical order, a wildcard last; an ordinary element has
 *     one
 * @param repeats whether it may occur more than once: then it is a list, in which items of all alternatives mix
 * @param required whether the schema requires it; says nothing about the wire
 */
public record Slot(List<Alternative> alternatives, boolean repeats, boolean required) {
    /** The order of a type's slots on the wire: by the name of the first alternative. Schema order is that of XML. */
    public static final Comparator<Slot> WIRE_ORDER = CanonicalOrder.SLOTS;

    public Slot {
        alternatives = alternatives.stream().sorted(CanonicalOrder.ALTERNATIVES).toList();
    }

    /** The only alternative of an ordinary element slot. */
    public boolean isSingleElement() {
        return alternatives.size() == 1 && alternatives.get(0) instanceof Element;
    }

    /** An element or wildcard that may stand in a slot. */
    public sealed interface Alternative {}

    /**
     * An element.
     *
     * @param nillable whether the schema allows {@code xsi:nil}; says nothing about the wire, where every element may be
     *     nil
     * @param whenEmpty the text that it means if it has none ({@code default} or {@code fixed}), or null; says nothing
     *     about the wire, where the value stands
     */
    public record Element(
            QName name,
            TypeLayout type,
            boolean nillable,
            @Nullable String whenEmpty) implements Alternative {
        /** An element that means nothing if it is empty. */
        public Element(QName name, TypeLayout type, boolean nillable) {
            this(name, type, nillable, null);
        }
    }

    /** {@code xs:any}: any element, as an infoset sub-record. */
    public enum Wildcard implements Alternative {
        ANY
    }
}
