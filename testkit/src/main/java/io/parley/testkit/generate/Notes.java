package io.parley.testkit.generate;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** What a generator knows of the nodes of its message. */
final class Notes {
    private final IdentityHashMap<Node, SimpleDef> types = new IdentityHashMap<>();
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
