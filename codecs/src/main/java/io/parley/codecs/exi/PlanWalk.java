package io.parley.codecs.exi;

import io.parley.layout.AttributeSlot;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import io.parley.layout.TypeLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;

/**
 * The types that parts can reach, in an order that follows from what fingerprints cover, and what a grammar for each of them
 * would hold. A type and those that may stand in its place by {@code xsi:type} share one. What there is of a type is bounded:
 * a type with more, and those behind it, are anything.
 */
final class PlanWalk {
    /** Productions of one grammar; the library looks through them one by one. */
    private static final int MOST_OF_ONE = 256;
    /** Productions of all grammars of a schema together. */
    private static final int MOST_OF_ALL = 16_384;

    /** Declarations looked at; types that stand in for each other have theirs looked at several times. */
    private static final int MOST_LOOKS = 262_144;

    private final Map<ComplexLayout, Content> contents = new LinkedHashMap<>();
    private final Set<QName> names = new LinkedHashSet<>();
    private final Set<ComplexLayout> met = new HashSet<>();
    private final Deque<ComplexLayout> open = new ArrayDeque<>();
    private int productions;
    private int looks;

    /**
     * Content of an element of a type.
     *
     * @param children by name, each once
     * @param anything whether other elements may stand there too
     */
    record Content(
            List<QName> attributes,
            boolean anyAttribute,
            Map<QName, Slot.Element> children,
            boolean anything,
            boolean text) {
        /**
         * Returns the number of productions: each attribute leads to a grammar of its own, with the attributes after it
         * and all of the content.
         */
        int productions() {
            int inEach = children.size() + 4;
            return (attributes.size() + 2) * inEach + attributes.size() * (attributes.size() + 1) / 2;
        }

        int largest() {
            return attributes.size() + children.size() + 4;
        }
    }

    PlanWalk(Collection<Slot.Element> roots) {
        roots.forEach(this::meet);
        while (!open.isEmpty()) {
            ComplexLayout type = open.remove();
            Content content = collect(type);
            if (looks <= MOST_LOOKS
                    && content.largest() <= MOST_OF_ONE
                    && productions + content.productions() <= MOST_OF_ALL) {
                productions += content.productions();
                contents.put(type, content);
                names.addAll(content.attributes);
                content.children.values().forEach(this::meet);
            }
        }
    }

    /** The names of all elements and attributes. */
    Set<QName> names() {
        return names;
    }

    /** The types that have a grammar of their own, and what is in it; in the order in which they were met. */
    Map<ComplexLayout, Content> contents() {
        return contents;
    }

    private void meet(Slot.Element element) {
        names.add(element.name());
        if (element.type() instanceof ComplexLayout type && isDescribed(type) && met.add(type)) {
            open.add(type);
        }
    }

    /** Returns whether the layout describes the content between the tags. */
    private static boolean isDescribed(ComplexLayout type) {
        return !(type.content() instanceof ComplexLayout.Content.Infoset);
    }

    private Content collect(ComplexLayout type) {
        Set<QName> attributes = new LinkedHashSet<>();
        Map<QName, Slot.Element> children = new LinkedHashMap<>();
        boolean anyAttribute = false;
        boolean anything = false;
        boolean text = false;
        for (ComplexLayout each : withSubstitutes(type)) {
            looks += 1 + each.attributes().size();
            if (looks > MOST_LOOKS) {
                break;
            }
            each.attributes().stream().map(AttributeSlot::name).forEach(attributes::add);
            anyAttribute |= each.anyAttribute();
            anything |= addChildren(each, children);
            text |= !(each.content() instanceof ComplexLayout.Content.Elements)
                    && !(each.content() instanceof ComplexLayout.Content.Empty);
        }
        return new Content(List.copyOf(attributes), anyAttribute, children, anything, text);
    }

    private static List<ComplexLayout> withSubstitutes(ComplexLayout type) {
        List<ComplexLayout> all = new ArrayList<>();
        all.add(type);
        for (TypeLayout substitute : type.substitutes()) {
            if (substitute instanceof ComplexLayout complex) {
                all.add(complex);
            }
        }
        return all;
    }

    /** Adds the children of a type, and says whether there may be others. */
    private boolean addChildren(ComplexLayout type, Map<QName, Slot.Element> children) {
        if (!(type.content() instanceof ComplexLayout.Content.Elements elements)) {
            return type.content() instanceof ComplexLayout.Content.Infoset;
        }
        boolean others = false;
        for (Slot slot : elements.slots().stream().sorted(Slot.WIRE_ORDER).toList()) {
            looks += slot.alternatives().size();
            for (Slot.Alternative alternative : slot.alternatives()) {
                if (alternative instanceof Slot.Element element) {
                    children.putIfAbsent(element.name(), element);
                } else {
                    others = true;
                }
            }
        }
        return others;
    }
}
