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

    /** What a bean class and those above it have of this, or the elements of an object factory; empty if nothing. */
    static String needOf(Class<?> bean) {
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            String callback = callback(each);
            if (!callback.isEmpty()) {
                return callback;
            }
            List<AccessibleObject> members = new ArrayList<>(List.of(each.getDeclaredFields()));
            members.addAll(List.of(each.getDeclaredMethods()));
            if (members.stream().anyMatch(member -> member.isAnnotationPresent(XmlIDREF.class))) {
                return each.getName() + " refers to other beans by their identifiers";
            }
        }
        return "";
    }

    /** The callback that a class declares, in words; empty if none. */
    static String callback(Class<?> bean) {
        for (Method method : bean.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (CALLBACKS.contains(method.getName())
                    && parameters.length == 2
                    && parameters[0] == Unmarshaller.class
                    && parameters[1] == Object.class) {
                return bean.getName() + " has the callback " + method.getName()
                        + ", which is told of the bean around it";
            }
        }
        return "";
    }
}
