package io.parley.representation.tdxml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Element type of a definition in a data schema, with its children by name and by number. Since definitions may be
 * recursive, an instance is filled while the schema is read, and not modified afterwards.
 */
final class ElementType {
    private final String name;
    private final List<Attribute> attributes = new ArrayList<>();
    private final List<Child> children = new ArrayList<>();
    private final Map<QName, Child> childrenByName = new HashMap<>();
    private final Map<Integer, Child> childrenByNumber = new HashMap<>();
    private @Nullable DataType text;

    ElementType(String name) {
        this.name = name;
    }

    /** Creates the type of elements that have a value only. */
    static ElementType of(DataType scalar) {
        ElementType type = new ElementType(scalar.spelling());
        type.text = scalar;
        return type;
    }

    /**
     * Attribute.
     *
     * @param name null for the one that contains all other attributes
     * @param number in keys
     * @param type of its value
     * @param whenAbsent default value; null for none
     */
    record Attribute(
            @Nullable QName name,
            int number,
            DataType type,
            @Nullable String whenAbsent) {}

    /**
     * Child element, or piece of text.
     *
     * @param name null for text and wildcards
     * @param number in keys
     * @param place position of its component in document order; the alternatives of a group share one
     * @param repeats true if its key has an occurrence
     * @param isText true for a piece of text
     * @param type of the element
     * @param nillable true if it may be nil
     * @param whenEmpty default value of an empty element; null for none
     */
    record Child(
            @Nullable QName name,
            int number,
            int place,
            boolean repeats,
            boolean isText,
            ElementType type,
            boolean nillable,
            @Nullable String whenEmpty) {}

    void add(Attribute attribute) {
        attributes.add(attribute);
    }

    /** Adds a child; returns false if there is already one with its name or number. */
    boolean add(Child child) {
        children.add(child);
        boolean ownNumber = childrenByNumber.put(child.number(), child) == null;
        boolean ownName = child.name() == null || childrenByName.put(child.name(), child) == null;
        return ownNumber && ownName;
    }

    void text(DataType type) {
        text = type;
    }

    /** Returns the definition's name, for error texts. */
    String name() {
        return name;
    }

    /** Returns the attributes by number. */
    List<Attribute> attributes() {
        return attributes;
    }

    /** Returns the children in document order. */
    List<Child> children() {
        return children;
    }

    /** Returns the type of the text content; null if the element has children. */
    @Nullable
    DataType text() {
        return text;
    }

    boolean isWholeXml() {
        return text == DataType.ANY_XML;
    }

    @Nullable
    Child child(QName named) {
        return childrenByName.get(named);
    }

    @Nullable
    Child child(int number) {
        return childrenByNumber.get(number);
    }

    /** Returns the child that matches any element; null if there is none. */
    @Nullable
    Child any() {
        return children.stream()
                .filter(child -> child.name() == null && !child.isText())
                .findFirst()
                .orElse(null);
    }

    /** Returns the child for pieces of text; null if there is none. */
    @Nullable
    Child pieces() {
        return children.stream().filter(Child::isText).findFirst().orElse(null);
    }
}
