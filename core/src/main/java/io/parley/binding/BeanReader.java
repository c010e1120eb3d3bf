package io.parley.binding;

import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a JAXB class: its names, its properties, and what speaks against tying it to a layout. */
final class BeanReader {
    private static final Set<String> MARSHAL_CALLBACKS = Set.of("beforeMarshal", "afterMarshal");

    private BeanReader() {}

    static BeanModel read(Class<?> bean, JaxbNames names, Accessors how) throws Declined {
        checkKind(bean);
        List<PropertyModel> properties = new ArrayList<>();
        List<Class<?>> line = new ArrayList<>();
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            checkMarshalCallbacks(each);
            if (each == bean || !BeanMembers.isMerged(each)) {
                line.add(0, each);
            }
        }
        Set<String> interpreted = new LinkedHashSet<>();
        BeanAccess maker = null;
        for (Class<?> each : line) {
            List<BeanMembers.Found> found = BeanMembers.of(each);
            Reach reach =
                    Reach.of(each, found.stream().map(BeanMembers.Found::member).toList(), how);
            for (BeanMembers.Found member : found) {
                properties.add(PropertyReader.read(each, member, reach.accessor(member.member()), names));
            }
            interpreted.addAll(reach.interpreted());
            maker = reach.maker();
        }
        return new BeanModel(
                bean, names.type(bean), names.root(bean), properties, maker(bean, maker), List.copyOf(interpreted));
    }

    private static void checkKind(Class<?> bean) throws Declined {
        if (bean.isInterface() || bean.isPrimitive() || bean.isArray() || bean.isRecord()) {
            throw new Declined(bean.getName() + " is not a bean class");
        }
        if (bean.getEnclosingClass() != null && !Modifier.isStatic(bean.getModifiers())) {
            throw new Declined(bean.getName() + " is an inner class that is not static");
        }
    }

    private static void checkMarshalCallbacks(Class<?> bean) throws Declined {
        for (Method method : bean.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (MARSHAL_CALLBACKS.contains(method.getName())
                    && parameters.length == 1
                    && parameters[0] == Marshaller.class) {
                throw new Declined(bean.getName() + " has the callback " + method.getName());
            }
        }
    }

    private static @Nullable BeanAccess maker(Class<?> bean, @Nullable BeanAccess generated) throws Declined {
        if (Modifier.isAbstract(bean.getModifiers())) {
            return null;
        }
        XmlType type = bean.getAnnotation(XmlType.class);
        try {
            Executable maker = bean.getDeclaredConstructor();
            if (type != null && !type.factoryMethod().isEmpty()) {
                Class<?> factory = type.factoryClass() == XmlType.DEFAULT.class ? bean : type.factoryClass();
                return HandleAccess.of(factory.getDeclaredMethod(type.factoryMethod()), bean);
            }
            return generated == null ? HandleAccess.of(maker, bean) : generated;
        } catch (NoSuchMethodException e) {
            throw new Declined(bean.getName() + " has no constructor without parameters", e);
        }
    }
}
