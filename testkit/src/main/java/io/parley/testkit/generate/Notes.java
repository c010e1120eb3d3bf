package io.parley.testkit.generate;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** The knowledge of a generator about the nodes of its message. */
final class Notes {
    private final IdentityHashMap<Node, SimpleDef> types = new IdentityHashMap<>();
    private final IdentityHashMap<Node, String> whenEmpty = new IdentityHashMap<>();
    private final Set<Node> said = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> unordered = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Records the type of the text of an element or attribute. */
    void type(Node node, SimpleDef type) {
        types.put(node, type);
    }

    @Nullable
    SimpleDef typeOf(Node node) {
        return types.get(node);
    }

    /** Records the meaning of an empty element. */
    void whenEmpty(Node element, String text) {
        whenEmpty.put(element, text);
    }

    /** Returns the meaning of an element's text. */
    String meant(Node element, String text) {
        return text.isEmpty() ? whenEmpty.getOrDefault(element, text) : text;
    }

    /** Records that an element has an {@code xsi:type} with its declared type. */
    void saysDeclaredType(Node element) {
        said.add(element);
    }

    boolean isTypeSaid(Node element) {
        return said.contains(element);
    }

    /** Records that no schema describes an element and its content. */
    void open(Node element) {
        open.add(element);
    }

    boolean isOpen(Node element) {
        return open.contains(element);
    }

    /** Records that the order of an element's children is insignificant. */
    void unordered(Node element) {
        unordered.add(element);
    }

    boolean isUnordered(Node element) {
        return unordered.contains(element);
    }
}
