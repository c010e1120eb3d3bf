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
 * @param interpreted why some of it is reached by method handles though generated code was asked for; empty if none is
 */
record BeanModel(
        Class<?> type,
        @Nullable QName typeName,
        @Nullable QName rootElement,
        List<PropertyModel> properties,
        @Nullable BeanAccess maker,
        List<String> interpreted) {

    BeanModel {
        properties = List.copyOf(properties);
    }

    /** The property that identifies an object of the class, the nearest one if several levels have one; null if none. */
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
        try {
            return maker.newInstance();
        } catch (Throwable e) {
            throw BeanFailure.of("making " + type.getName(), e);
        }
    }
}
