package io.parley.binding;

import org.jspecify.annotations.Nullable;

/**
 * The Java type of a part's objects, which is not always the class that JAXB ties to the element.
 *
 * @param type the class that JAXB is given; where lists stand for arrays, the array
 * @param list the declared class of lists that stand for such arrays, or null if objects are of {@code type} itself
 * @param adapter the {@code XmlAdapter} that turns objects into those that JAXB is given, or null
 * @param text whether the items of an array are one text with spaces between them ({@code @XmlList}); otherwise each is
 *     an element called {@code item}
 */
public record PartType(
        Class<?> type, @Nullable Class<?> list, @Nullable Class<?> adapter, boolean text) {

    /** Objects of that class itself; arrays with an element an item. */
    public static PartType of(Class<?> type) {
        return new PartType(type, null, null, false);
    }
}
