package io.parley.testkit.generate;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** What a generator knows of the nodes of its message. */
final class Notes {
    private final IdentityHashMap<Node, SimpleDef> types = new IdentityHashMap<>();
    private final IdentityHashMap<Node, String> whenEmpty = new IdentityHashMap<>();
    private final Set<Node> said = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> unordered = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The text of an element or attribute has that type. */
    void type(Node node, SimpleDef type) {
        types.put(node, type);
    }

    @Nullable
    SimpleDef typeOf(Node node) {
        return types.get(node);
    }

    /** The element is empty and means this. */
    void whenEmpty(Node element, String text) {
        whenEmpty.put(element, text);
    }

    /** What an element of that text means. */
    String meant(Node element, String text) {
        return text.isEmpty() ? whenEmpty.getOrDefault(element, text) : text;
    }

    /** The element says the type that it has anyway. */
    void saysDeclaredType(Node element) {
        said.add(element);
    }

    boolean isTypeSaid(Node element) {
        return said.contains(element);
    }

    /** No schema describes this element and what is in it. */
    void open(Node element) {
        open.add(element);
    }

    boolean isOpen(Node element) {
        return open.contains(element);
    }

    /** The order of the children means nothing. */
    void unordered(Node element) {
        unordered.add(element);
    }

    boolean isUnordered(Node element) {
        return unordered.contains(element);
    }
}
