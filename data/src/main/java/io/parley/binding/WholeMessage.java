package io.parley.binding;

import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlIDREF;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Detects features that JAXB only handles correctly if it reads the whole message: references by identifier, and
 * callbacks that receive the parent bean. Elements of such classes must not be read separately.
 */
final class WholeMessage {
    private static final Set<String> CALLBACKS = Set.of("beforeUnmarshal", "afterUnmarshal");

    private WholeMessage() {}

    /**
     * Describes a reference to other beans in the class itself, which may be an object factory; empty if there is none.
     */
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

    /** Describes the callback of a class or its superclasses; empty if there is none. */
    static String callbackOf(Class<?> bean) {
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            String found = ownCallback(each);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    /** Describes the callback that the class itself declares; empty if there is none. */
    static String ownCallback(Class<?> bean) {
        for (Method method : bean.getDeclaredMethods()) {
            if (isCallback(method)) {
                return bean.getName() + " has the callback " + method.getName() + ", which receives the parent bean";
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
