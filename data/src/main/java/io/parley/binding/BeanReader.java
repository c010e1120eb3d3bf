package io.parley.binding;

import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlType;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of JAXB classes: of their names and properties, and of obstacles to binding them to a layout. The contribution
 * of each superclass is read once. Belongs to one thread.
 */
final class BeanReader {
    private static final Set<String> MARSHAL_CALLBACKS = Set.of("beforeMarshal", "afterMarshal");

    private final JaxbNames names;
    private final Accessors accessors;
    private final Map<Class<?>, BeanLevel> levels = new HashMap<>();
    private final Set<Class<?>> withoutCallbacks = new HashSet<>();

    BeanReader(JaxbNames names, Accessors accessors) {
        this.names = names;
        this.accessors = accessors;
    }

    BeanModel read(Class<?> bean) throws UnbindableException {
        checkKind(bean);
        List<PropertyModel> properties = new ArrayList<>();
        List<Class<?>> line = new ArrayList<>();
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            if (!withoutCallbacks.contains(each)) {
                checkMarshalCallbacks(each);
                withoutCallbacks.add(each);
            }
            if (each == bean || !BeanMembers.isMerged(each)) {
                line.add(0, each);
            }
        }
        List<Reach> reaches = new ArrayList<>();
        BeanMaker maker = null;
        for (Class<?> each : line) {
            BeanLevel level = level(each);
            properties.addAll(level.properties());
            reaches.add(level.reach());
            maker = level.reach().maker();
        }
        return new BeanModel(bean, names.type(bean), names.root(bean), properties, maker(bean, maker), reaches);
    }

    private BeanLevel level(Class<?> declaring) throws UnbindableException {
        BeanLevel known = levels.get(declaring);
        if (known != null) {
            return known;
        }
        List<BeanMembers.Found> found = BeanMembers.of(declaring);
        Reach reach = Reach.of(
                declaring, found.stream().map(BeanMembers.Found::member).toList(), accessors);
        List<PropertyModel> properties = new ArrayList<>();
        for (BeanMembers.Found member : found) {
            properties.add(PropertyReader.read(declaring, member, reach.accessor(member.member()), names));
        }
        BeanLevel level = new BeanLevel(properties, reach);
        levels.put(declaring, level);
        return level;
    }

    private static void checkKind(Class<?> bean) throws UnbindableException {
        if (bean.isInterface() || bean.isPrimitive() || bean.isArray() || bean.isRecord()) {
            throw new UnbindableException(bean.getName() + " is not a bean class");
        }
        if (bean.getEnclosingClass() != null && !Modifier.isStatic(bean.getModifiers())) {
            throw new UnbindableException(bean.getName() + " is an inner class that is not static");
        }
    }

    private static void checkMarshalCallbacks(Class<?> bean) throws UnbindableException {
        for (Method method : bean.getDeclaredMethods()) {
            Class<?>[] parameters = method.getParameterTypes();
            if (MARSHAL_CALLBACKS.contains(method.getName())
                    && parameters.length == 1
                    && parameters[0] == Marshaller.class) {
                throw new UnbindableException(bean.getName() + " has the callback " + method.getName());
            }
        }
    }

    private static @Nullable BeanMaker maker(Class<?> bean, @Nullable BeanMaker generated) throws UnbindableException {
        if (Modifier.isAbstract(bean.getModifiers())) {
            return null;
        }
        XmlType type = bean.getAnnotation(XmlType.class);
        try {
            Executable maker = bean.getDeclaredConstructor();
            if (type != null && !type.factoryMethod().isEmpty()) {
                Class<?> factory = type.factoryClass() == XmlType.DEFAULT.class ? bean : type.factoryClass();
                return new BeanMaker(HandleAccess.of(factory.getDeclaredMethod(type.factoryMethod()), bean));
            }
            return generated == null ? new BeanMaker(HandleAccess.of(maker, bean)) : generated;
        } catch (NoSuchMethodException e) {
            throw new UnbindableException(bean.getName() + " has no constructor without parameters", e);
        }
    }
}
