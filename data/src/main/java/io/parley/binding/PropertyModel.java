package io.parley.binding;

import jakarta.xml.bind.annotation.XmlAnyElement;
import java.lang.reflect.Type;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A property of a JAXB class as its annotations describe it.
 *
 * @param name the Java name
 * @param kind its form in XML
 * @param accessor access to its value
 * @param type its declared type, variables resolved
 * @param itemType the type of its items if it is a collection or array, else its type
 * @param collection whether it holds several items
 * @param elements its elements: by {@code @XmlElement(s)} or by default
 * @param references its {@code @XmlElementRef(s)}
 * @param any its {@code @XmlAnyElement}, or null
 * @param attribute its attribute's name; meaningless for other kinds
 * @param wrapper the element around a collection or of a map, or null
 * @param adapter its adapter, or null
 * @param list whether the items are one white-space separated text
 * @param id whether it identifies its bean
 * @param idref whether it refers to beans by their identifiers
 * @param schemaType the XSD type that an annotation names, or null
 */
record PropertyModel(
        String name,
        Kind kind,
        Accessor accessor,
        Type type,
        Type itemType,
        boolean collection,
        List<ElementModel> elements,
        List<ReferenceModel> references,
        @Nullable XmlAnyElement any,
        QName attribute,
        @Nullable Wrapper wrapper,
        @Nullable AdapterModel adapter,
        boolean list,
        boolean id,
        boolean idref,
        @Nullable QName schemaType) {

    enum Kind {
        ATTRIBUTE,
        ANY_ATTRIBUTE,
        VALUE,
        ELEMENTS,
        REFERENCES,
        MAP
    }

    /** A property that is a single element of its own name. */
    static PropertyModel element(String name, Accessor accessor, Type type) {
        return unannotated(name, accessor, type, type, false);
    }

    /** A property that is an element of its own name for each item. */
    static PropertyModel elements(String name, Accessor accessor, Type type, Type itemType) {
        return unannotated(name, accessor, type, itemType, true);
    }

    private static PropertyModel unannotated(
            String name, Accessor accessor, Type type, Type itemType, boolean collection) {
        QName element = new QName(name);
        return new PropertyModel(
                name,
                Kind.ELEMENTS,
                accessor,
                type,
                itemType,
                collection,
                List.of(new ElementModel(element, itemType, false, null)),
                List.of(),
                null,
                element,
                null,
                null,
                false,
                false,
                false,
                null);
    }

    /**
     * The class of its values, or of its items if it holds several.
     *
     * @param direct whether they are taken as they are, past an adapter
     */
    Class<?> valueClass(boolean direct) {
        return Generics.erase(direct || adapter == null ? itemType : adapter.valueType());
    }

    /**
     * An element that a property may be.
     *
     * @param defaultValue the meaning of an empty element, or null
     */
    record ElementModel(
            QName name,
            Type type,
            boolean nillable,
            @Nullable String defaultValue) {}

    /**
     * An element reference.
     *
     * @param name the element's name; for classes with a root element their own name holds instead
     * @param type {@code JAXBElement} or a class with a root element
     */
    record ReferenceModel(QName name, Class<?> type) {}

    /** The element around a collection or of a map. */
    record Wrapper(QName name, boolean nillable) {}
}
