package io.parley.binding;

import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A JAXB class as its annotations describe it.
 *
 * @param type the class
 * @param typeName its XSD type, or null if that is anonymous
 * @param rootElement its root element, or null
 * @param properties all of them, inherited ones first
 * @param maker makes objects of it; null if the class is abstract
 * @param line access to the properties of each class of its line
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
     * Returns the reasons why some members are reached by method handles although generated code was asked for; empty
     * if there are none.
     */
    List<String> interpreted() {
        return line.stream()
                .flatMap(reach -> reach.interpreted().stream())
                .distinct()
                .toList();
    }

    /** Generates what is generated for it, so that the first use does not wait for that. */
    void prepare() {
        line.forEach(Reach::prepare);
    }

    /**
     * The property that identifies an object of the class, the nearest one if several levels have one; null if none.
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
