package io.parley.binding;

import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Model of all classes that a JAXB context knows: those it was made for, and those that they lead to. */
final class JaxbModel {
    private final JaxbNames names;
    private final BeanReader reader;
    private final Map<Class<?>, BeanModel> beans = new LinkedHashMap<>();
    private final Map<Class<?>, Declined> declined = new LinkedHashMap<>();
    private final Map<QName, Class<?>> byType = new HashMap<>();
    private final List<ElementDecl> decls = new ArrayList<>();
    private final Map<QName, List<ElementDecl>> declsByName = new HashMap<>();
    private final Set<Class<?>> registries = new HashSet<>();
    private final Set<Class<?>> seen = new HashSet<>();
    /** Classes already checked for a need of the whole message; {@code Object} from the start. */
    private final Set<Class<?>> lookedAt = new HashSet<>(Set.of(Object.class));

    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final References references = new References(this::identifier);
    private String callback = "";
    private String reference = "";

    private JaxbModel(JaxbNames names, Accessors how) {
        this.names = names;
        this.reader = new BeanReader(names, how);
    }

    static JaxbModel of(Collection<Class<?>> classes, JaxbNames names, Accessors how) {
        JaxbModel model = new JaxbModel(names, how);
        classes.forEach(model::meet);
        while (!model.open.isEmpty()) {
            model.read(model.open.remove());
        }
        return model;
    }

    /** The model of a bean class. */
    BeanModel bean(Class<?> type) throws Declined {
        BeanModel bean = beans.get(type);
        if (bean != null) {
            return bean;
        }
        Declined reason = declined.get(type);
        throw reason != null ? reason : new Declined(type.getName() + " is not known to the JAXB context");
    }

    /**
     * Returns the reasons why members of a bean class are reached by method handles although generated code was asked
     * for.
     */
    List<String> interpreted(Class<?> type) {
        BeanModel bean = beans.get(type);
        return bean == null ? List.of() : bean.interpreted();
    }

    /** The class itself, or the nearest above it that JAXB knows and so writes it as; null if there is none. */
    @Nullable
    Class<?> known(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (beans.containsKey(each) || declined.containsKey(each)) {
                return each;
            }
        }
        return null;
    }

    private @Nullable PropertyModel identifier(Class<?> type) throws Declined {
        Class<?> known = known(type);
        return known == null ? null : bean(known).identifier();
    }

    /** Turns beans into the identifiers by which others refer to them. */
    References references() {
        return references;
    }

    /**
     * Returns the reason why some class is read correctly only with the whole message around it; empty if there is no
     * such class.
     */
    String wholeMessage() {
        return callback.isEmpty() ? reference : callback;
    }

    /** Returns whether any class refers to others by their identifiers. */
    boolean hasReferences() {
        return !reference.isEmpty();
    }

    /** The named classes that JAXB writes with their own type where the given one is declared. */
    List<Class<?>> below(Class<?> type) {
        return byType.values().stream()
                .filter(each ->
                        each != type && type.isAssignableFrom(each) && !Modifier.isAbstract(each.getModifiers()))
                .toList();
    }

    /** The class of an XSD type, or null. */
    @Nullable
    Class<?> ofType(QName name) {
        return byType.get(name);
    }

    /**
     * The element of that name as it is inside a class: the nearest class that has it in scope, else the global one.
     */
    @Nullable
    ElementDecl element(QName name, Class<?> inside) {
        for (Class<?> scope = inside; scope != null; scope = scope.getSuperclass()) {
            ElementDecl found = scoped(name, scope);
            if (found != null) {
                return found;
            }
        }
        return scoped(name, null);
    }

    private @Nullable ElementDecl scoped(QName name, @Nullable Class<?> scope) {
        for (ElementDecl decl : declsByName.getOrDefault(name, List.of())) {
            if (decl.scope() == scope) {
                return decl;
            }
        }
        return null;
    }

    /** The elements that may stand in place of a head, however far removed. */
    List<ElementDecl> members(QName head) {
        List<ElementDecl> found = new ArrayList<>();
        Set<QName> names = new HashSet<>(Set.of(head));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (ElementDecl decl : decls) {
                if (decl.head() != null && names.contains(decl.head()) && names.add(decl.name())) {
                    found.add(decl);
                    grown = true;
                }
            }
        }
        return found;
    }

    /** The beans of that class or below that have a root element. */
    List<BeanModel> roots(Class<?> type) {
        return beans.values().stream()
                .filter(bean -> bean.rootElement() != null && type.isAssignableFrom(bean.type()))
                .toList();
    }

    private void meet(Type type) {
        Class<?> raw = Generics.erase(type);
        if (type instanceof ParameterizedType parameterized) {
            for (Type argument : parameterized.getActualTypeArguments()) {
                meet(argument);
            }
        }
        Type item = Generics.itemType(type);
        if (item != null) {
            meet(item);
        } else if (isBeanLike(raw) && seen.add(raw)) {
            open.add(raw);
        }
    }

    private static boolean isBeanLike(Class<?> type) {
        return !type.isPrimitive()
                && !type.isEnum()
                && !type.isInterface()
                && !type.isArray()
                && type != Object.class
                && !JAXBElement.class.isAssignableFrom(type)
                && !type.getName().startsWith("java.")
                && !type.getName().startsWith("javax.")
                && !type.getName().startsWith("jakarta.");
    }

    private void read(Class<?> type) {
        for (Class<?> each = type; each != null && lookedAt.add(each); each = each.getSuperclass()) {
            callback = callback.isEmpty() ? WholeMessage.ownCallback(each) : callback;
            reference = reference.isEmpty() ? WholeMessage.ownReference(each) : reference;
        }
        if (type.isAnnotationPresent(XmlRegistry.class)) {
            registry(type);
            return;
        }
        factoryBeside(type);
        if (type.getSuperclass() != null && !BeanMembers.isMerged(type.getSuperclass())) {
            meet(type.getSuperclass());
        }
        XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
        for (Class<?> each : seeAlso == null ? new Class<?>[0] : seeAlso.value()) {
            meet(each);
        }
        QName name = names.type(type);
        if (name != null) {
            byType.putIfAbsent(name, type);
        }
        try {
            BeanModel bean = reader.read(type);
            beans.put(type, bean);
            bean.properties().forEach(this::meetAll);
        } catch (Declined reason) {
            declined.put(type, reason);
        }
    }

    private void meetAll(PropertyModel property) {
        property.elements().forEach(element -> meet(element.type()));
        property.references().forEach(reference -> meet(reference.type()));
        if (property.adapter() != null) {
            meet(property.adapter().valueType());
        }
        meet(property.itemType());
    }

    /** The object factory in a class's package, which JAXB looks for too. */
    private void factoryBeside(Class<?> type) {
        try {
            Class<?> factory = Class.forName(type.getPackageName() + ".ObjectFactory", false, type.getClassLoader());
            if (factory.isAnnotationPresent(XmlRegistry.class)) {
                registry(factory);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // most packages have none
        }
    }

    private void registry(Class<?> factory) {
        if (!registries.add(factory)) {
            return;
        }
        RegistryReader registry = RegistryReader.read(factory, names);
        registry.made().forEach(this::meet);
        for (ElementDecl element : registry.elements()) {
            decls.add(element);
            declsByName
                    .computeIfAbsent(element.name(), key -> new ArrayList<>(1))
                    .add(element);
            meet(element.type());
            if (element.adapter() != null) {
                meet(element.adapter().valueType());
            }
        }
    }
}
