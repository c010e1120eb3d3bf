package io.parley.binding;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Model of a JAXB class according to its annotations.
 *
 * @param type the class
 * @param typeName name of its XSD type, or null if that is anonymous
 * @param rootElement name of its root element, or null
 * @param properties all properties, inherited ones first
 * @param maker factory of its objects; null if the class is abstract
 * @param line access to the properties of each class from the topmost superclass down
 */
record BeanModel(
        Class<?> type,
        @Nullable QName typeName,
        @Nullable QName rootElement,
        List<PropertyModel> properties,
        @Nullable BeanMaker maker,
        List<Reach> line) {

    BeanModel {
        properties = List.copyOf(properties);
        line = List.copyOf(line);
    }

    /**
     * Returns the reasons why some members are accessed by method handles although generated code was requested; empty
     * if there are none.
     */
    List<String> interpreted() {
        return line.stream()
                .flatMap(reach -> reach.interpreted().stream())
                .distinct()
                .toList();
    }

    /** Generates all code now, so that its first use does not have to wait. */
    void prepare() {
        line.forEach(Reach::prepare);
    }

    /**
     * Returns the property that identifies objects of the class: that of the nearest class, if several have one. Null
     * if there is none.
     */
    @Nullable
    PropertyModel identifier() {
        PropertyModel found = null;
        for (PropertyModel property : properties) {
            found = property.id() ? property : found;
        }
        return found;
    }

    Object newInstance() {
        if (maker == null) {
            throw new IllegalStateException(type.getName() + " is abstract");
        }
        return maker.newInstance();
    }
}
