package io.parley.cxf.model;

import java.lang.reflect.Method;
import java.util.Map;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.jspecify.annotations.Nullable;

/**
 * The factory that CXF generates for a class without a default constructor and sets among the properties of unmarshallers,
 * without being asked. It concerns that class only.
 */
final class GeneratedFactory {
    private static final String PROPERTY = "org.glassfish.jaxb.core.ObjectFactory";
    /** CXF names the factory after the class. */
    private static final String SUFFIX = "Factory";

    private GeneratedFactory() {}

    /** Returns whether unmarshallers have no property but a factory of CXF's. */
    static boolean isAll(JAXBDataBinding binding) {
        Map<String, Object> properties = binding.getUnmarshallerProperties();
        return properties.size() == 1 && isGenerated(properties.get(PROPERTY));
    }

    private static boolean isGenerated(@Nullable Object factory) {
        if (factory == null) {
            return false;
        }
        Method[] methods = factory.getClass().getDeclaredMethods();
        return methods.length == 1
                && factory.getClass()
                        .getName()
                        .equals(methods[0].getReturnType().getName() + SUFFIX);
    }
}
