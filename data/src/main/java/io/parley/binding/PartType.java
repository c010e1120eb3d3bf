package io.parley.binding;

import org.jspecify.annotations.Nullable;

/**
 * The Java type of a part's objects, which may differ from the class that JAXB binds to the element.
 *
 * @param type the class that JAXB marshals; the array class if objects are lists instead of arrays
 * @param list the declared class of lists that replace such arrays, or null if objects are of {@code type} itself
 * @param adapter the {@code XmlAdapter} that converts objects to those that JAXB marshals, or null
 * @param text whether the items of an array form one text with spaces between them ({@code @XmlList}); otherwise each
 *     is an element called {@code item}
 */
public record PartType(
        Class<?> type, @Nullable Class<?> list, @Nullable Class<?> adapter, boolean text) {

    /** Returns the type for objects of that class itself. Arrays have an element for each item. */
    public static PartType of(Class<?> type) {
        return new PartType(type, null, null, false);
    }
}
