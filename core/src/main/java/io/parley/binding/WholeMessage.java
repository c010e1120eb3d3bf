package io.parley.binding;

import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlIDREF;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What JAXB does right only if it sees the whole of a message: references by identifier, and callbacks that are told of
 * the bean around theirs. A class with these must not be read from an element taken out of its message.
 */
final class WholeMessage {
    private static final Set<String> CALLBACKS = Set.of("beforeUnmarshal", "afterUnmarshal");

    private WholeMessage() {}

    /** Where a bean class or the elements of an object factory refer to beans, in words; empty if nowhere. */
    static String referenceOf(Class<?> bean) {
        for (Class<?> each = bean; each != null; each = each.getSuperclass()) {
            List<AccessibleObject> members = new ArrayList<>(List.of(each.getDeclaredFields()));
            members.addAll(List.of(each.getDeclaredMethods()));
            if (members.stream().anyMatch(member -> member.isAnnotationPresent(XmlIDREF.class))) {
                return each.getName() + " refers to other beans by their identifiers";
            }
        }
        return "";
    }

    /** The callback that a class or one above it declares, in words; empty if none. */
    static String callbackOf(Class<?> bean) {
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (isCallback(method)) {
                    return each.getName() + " has the callback " + method.getName()
                            + ", which is told of the bean around it";
                }
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
