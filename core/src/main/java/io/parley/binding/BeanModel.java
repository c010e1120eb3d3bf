package io.parley.binding;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
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
 * @param maker a constructor or a static method without parameters; null if the class is abstract
 */
record BeanModel(
        Class<?> type,
        @Nullable QName typeName,
        @Nullable QName rootElement,
        List<PropertyModel> properties,
        @Nullable Executable maker) {

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
            return maker instanceof Constructor<?> constructor
                    ? constructor.newInstance()
                    : type.cast(((Method) maker).invoke(null));
        } catch (ReflectiveOperationException e) {
            throw BeanFailure.of("making " + type.getName(), e);
        }
    }
}
