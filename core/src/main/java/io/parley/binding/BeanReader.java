package io.parley.binding;

import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a JAXB class: its names, its properties, and what speaks against tying it to a layout. */
final class BeanReader {
    private static final Set<String> MARSHAL_CALLBACKS = Set.of("beforeMarshal", "afterMarshal");

    private BeanReader() {}

    static BeanModel read(Class<?> bean, JaxbNames names) throws Declined {
        checkKind(bean);
        List<PropertyModel> properties = new ArrayList<>();
        List<Class<?>> line = new ArrayList<>();
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            checkCallbacks(each);
            if (each == bean || !BeanMembers.isMerged(each)) {
                line.add(0, each);
            }
        }
        for (Class<?> each : line) {
            for (BeanMembers.BeanMember member : BeanMembers.of(each)) {
                properties.add(PropertyReader.read(each, member, names));
            }
        }
        return new BeanModel(bean, names.type(bean), names.root(bean), properties, constructor(bean));
    }

    private static void checkKind(Class<?> bean) throws Declined {
        if (bean.isInterface() || bean.isPrimitive() || bean.isArray() || bean.isRecord()) {
            throw new Declined(bean.getName() + " is not a bean class");
        }
        if (bean.getEnclosingClass() != null && !Modifier.isStatic(bean.getModifiers())) {
            throw new Declined(bean.getName() + " is an inner class that is not static");
        }
        XmlType type = bean.getAnnotation(XmlType.class);
        if (type != null && (!type.factoryMethod().isEmpty() || type.factoryClass() != XmlType.DEFAULT.class)) {
            throw new Declined(bean.getName() + " is made by a factory method");
        }
    }

    private static void checkCallbacks(Class<?> bean) throws Declined {
        String callback = WholeMessage.callback(bean);
        if (!callback.isEmpty()) {
            throw Declined.whole(callback);
        }
        for (Method method : bean.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (MARSHAL_CALLBACKS.contains(method.getName())
                    && parameters.length == 1
                    && parameters[0] == Marshaller.class) {
                throw new Declined(bean.getName() + " has the callback " + method.getName());
            }
        }
    }

    private static @org.jspecify.annotations.Nullable Constructor<?> constructor(Class<?> bean) throws Declined {
        if (Modifier.isAbstract(bean.getModifiers())) {
            return null;
        }
        try {
            Constructor<?> constructor = bean.getDeclaredConstructor();
            Accessor.open(constructor, "the constructor of " + bean.getName());
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new Declined(bean.getName() + " has no constructor without parameters", e);
        }
    }
}
