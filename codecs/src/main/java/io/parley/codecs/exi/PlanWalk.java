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
 * Walk over the types that parts can reach, in an order derived from what fingerprints cover, and the content of a
 * grammar for each. A type shares its grammar with its substitutes by {@code xsi:type}. The number of productions is
 * bounded: types beyond the bounds are treated as unknown content.
 */
final class PlanWalk {
    /** Maximum productions of one grammar; the library searches them linearly. */
    private static final int MAX_PER_GRAMMAR = 256;
    /** Maximum productions of all grammars of a schema together. */
    private static final int MAX_PER_SCHEMA = 16_384;

    /** Maximum declarations visited; those of substitutable types are visited several times. */
    private static final int MAX_VISITS = 262_144;

    private final Map<ComplexLayout, Content> contents = new LinkedHashMap<>();
    private final Set<QName> names = new LinkedHashSet<>();
    private final Set<ComplexLayout> visited = new HashSet<>();
    private final Deque<ComplexLayout> open = new ArrayDeque<>();
    private int productions;
    private int visits;

    /**
     * Content of an element of a type.
     *
     * @param children by name, each once
     * @param anything true if other elements are allowed too
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

        int largestGrammar() {
            return attributes.size() + children.size() + 4;
        }
    }

    PlanWalk(Collection<Slot.Element> roots) {
        roots.forEach(this::visit);
        while (!open.isEmpty()) {
            ComplexLayout type = open.remove();
            Content content = collect(type);
            if (visits <= MAX_VISITS
                    && content.largestGrammar() <= MAX_PER_GRAMMAR
                    && productions + content.productions() <= MAX_PER_SCHEMA) {
                productions += content.productions();
                contents.put(type, content);
                names.addAll(content.attributes);
                content.children.values().forEach(this::visit);
            }
        }
    }

    /** Returns the names of all elements and attributes. */
    Set<QName> names() {
        return names;
    }

    /** Returns the content of each type with a grammar of its own, in the order of the walk. */
    Map<ComplexLayout, Content> contents() {
        return contents;
    }

    private void visit(Slot.Element element) {
        names.add(element.name());
        if (element.type() instanceof ComplexLayout type && isDescribed(type) && visited.add(type)) {
            open.add(type);
        }
    }

    /** Returns whether the layout describes the content of the element. */
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
            visits += 1 + each.attributes().size();
            if (visits > MAX_VISITS) {
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

    /** Adds the children of a type; returns whether other elements are allowed. */
    private boolean addChildren(ComplexLayout type, Map<QName, Slot.Element> children) {
        if (!(type.content() instanceof ComplexLayout.Content.Elements elements)) {
            return type.content() instanceof ComplexLayout.Content.Infoset;
        }
        boolean others = false;
        for (Slot slot : elements.slots().stream().sorted(Slot.WIRE_ORDER).toList()) {
            visits += slot.alternatives().size();
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
