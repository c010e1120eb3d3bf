package io.parley.binding;

import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlIDREF;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Detector of features that JAXB handles correctly only if it sees the whole of a message: references by identifier,
 * and callbacks that get the parent bean. A class with these must not be read from an element taken out of its message.
 */
final class WholeMessage {
    private static final Set<String> CALLBACKS = Set.of("beforeUnmarshal", "afterUnmarshal");

    private WholeMessage() {}

    /** Describes where a bean class itself, or an object factory, refers to other beans; empty if nowhere. */
    static String ownReference(Class<?> bean) {
        return refers(bean.getDeclaredFields()) || refers(bean.getDeclaredMethods())
                ? bean.getName() + " refers to other beans by their identifiers"
                : "";
    }

    private static boolean refers(AccessibleObject[] members) {
        for (AccessibleObject member : members) {
            if (member.isAnnotationPresent(XmlIDREF.class)) {
                return true;
            }
        }
        return false;
    }

    /** The callback that a class or one above it declares, in words; empty if none. */
    static String callbackOf(Class<?> bean) {
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            String found = ownCallback(each);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    /** The callback that the class itself declares, in words; empty if none. */
    static String ownCallback(Class<?> bean) {
        for (Method method : bean.getDeclaredMethods()) {
            if (isCallback(method)) {
                return bean.getName() + " has the callback " + method.getName()
                        + ", which is told of the bean around it";
            }
        }
        return "";
    }

    private static boolean isCallback(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return CALLBACKS.contains(method.getName())
                && parameters.length == 2
                && parameters[0] == Unmarshaller.class
                && parameters[1] == Object.class;
    }
}
