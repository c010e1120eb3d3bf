package io.parley.layout;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * One place in a content model: one element (or one of several, or a wildcard), once or repeated.
 *
 * <p>A slot that does not repeat has a state on the wire even where the schema requires the element, because SOAP
 * without validation lets a missing one through and so must we.
 *
 * @param alternatives what may stand here, never empty; an ordinary element has one. Members of a substitution group
 *     follow their head in canonical order; the alternatives of a repeated group are in schema order
 * @param repeats whether it may occur more than once: then it is a list, in which items of all alternatives mix
 * @param required whether the schema requires it; says nothing about the wire
 */
public record Slot(List<Alternative> alternatives, boolean repeats, boolean required) {
    public Slot {
        alternatives = List.copyOf(alternatives);
    }

    /** The only alternative of an ordinary element slot. */
    public boolean isSingleElement() {
        return alternatives.size() == 1 && alternatives.get(0) instanceof Element;
    }

    /** One thing that may stand in a slot. */
    public sealed interface Alternative {}

    /**
     * An element.
     *
     * @param nillable whether {@code xsi:nil} is allowed: then an element has the states absent, value, nil, and nil
     *     with attributes
     */
    public record Element(QName name, TypeLayout type, boolean nillable) implements Alternative {}

    /** {@code xs:any}: any element, as an infoset sub-record. */
    public enum Wildcard implements Alternative {
        ANY
    }
}
