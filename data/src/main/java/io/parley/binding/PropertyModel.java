package io.parley.binding;

import jakarta.xml.bind.annotation.XmlAnyElement;
import java.lang.reflect.Type;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Model of a property of a JAXB class according to its annotations.
 *
 * @param name the Java name
 * @param kind its form in XML
 * @param accessor access to its value
 * @param type its declared type, with type variables resolved
 * @param itemType the type of its items if it is a collection or array, else its type
 * @param collection whether it has several items
 * @param elements its elements: by {@code @XmlElement(s)} or by default
 * @param references its {@code @XmlElementRef(s)}
 * @param any its {@code @XmlAnyElement}, or null
 * @param attribute its attribute's name; unused for other kinds
 * @param wrapper the wrapper element of a collection, or the element of a map, or null
 * @param adapter its adapter, or null
 * @param list whether the items form one white-space separated text
 * @param id whether it identifies its bean
 * @param idref whether it refers to beans by their identifiers
 * @param schemaType the XSD type of an annotation, or null
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

    /** Returns a property that is a single element of its own name. */
    static PropertyModel element(String name, Accessor accessor, Type type) {
        return unannotated(name, accessor, type, type, false);
    }

    /** Returns a property with an element of its own name for each item. */
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
     * Returns the class of its values, or of its items if it has several.
     *
     * @param direct whether to ignore its adapter
     */
    Class<?> valueClass(boolean direct) {
        return Generics.erase(direct || adapter == null ? itemType : adapter.valueType());
    }

    /**
     * A possible element of a property.
     *
     * @param defaultValue the value of an empty element, or null
     */
    record ElementModel(
            QName name,
            Type type,
            boolean nillable,
            @Nullable String defaultValue) {}

    /**
     * An element reference.
     *
     * @param name the element's name; classes with a root element have their own name instead
     * @param type {@code JAXBElement} or a class with a root element
     */
    record ReferenceModel(QName name, Class<?> type) {}

    /** The wrapper element of a collection, or the element of a map. */
    record Wrapper(QName name, boolean nillable) {}
}
