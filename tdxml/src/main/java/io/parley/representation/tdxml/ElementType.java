package io.parley.representation.tdxml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Elements of one definition in a data schema, by name and by number. Definitions may be recursive, so an instance is
 * made in two steps while a schema is read and is not changed from then on.
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

    /** The type of elements that are nothing but a value. */
    static ElementType of(DataType scalar) {
        ElementType type = new ElementType(scalar.spelling());
        type.text = scalar;
        return type;
    }

    /**
     * An attribute.
     *
     * @param name null for the one that stands for all others
     */
    record Attribute(
            @Nullable QName name,
            int number,
            DataType type,
            @Nullable String whenAbsent) {}

    /**
     * A child, or a piece of text.
     *
     * @param name null for text and wildcards
     * @param place the place of its component in the order of documents; the alternatives of a group share one
     * @param repeats whether its key has an occurrence
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

    /** False if there is one with its name or number already. */
    boolean add(Child child) {
        children.add(child);
        boolean ownNumber = childrenByNumber.put(child.number(), child) == null;
        boolean ownName = child.name() == null || childrenByName.put(child.name(), child) == null;
        return ownNumber && ownName;
    }

    void text(DataType type) {
        text = type;
    }

    /** The definition's name, for error texts. */
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

    /** The type of the text between the tags, or null if there are children. */
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

    /** The child that stands for any element, or null. */
    @Nullable
    Child any() {
        return children.stream()
                .filter(child -> child.name() == null && !child.isText())
                .findFirst()
                .orElse(null);
    }

    /** The child that stands for pieces of text, or null. */
    @Nullable
    Child pieces() {
        return children.stream().filter(Child::isText).findFirst().orElse(null);
    }
}
