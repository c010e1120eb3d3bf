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

/** Model of all classes of a JAXB context: those that it was created for, and all classes reachable from them. */
final class JaxbModel {
    private final JaxbNames names;
    private final BeanReader reader;
    private final Map<Class<?>, BeanModel> beans = new LinkedHashMap<>();
    private final Map<Class<?>, UnbindableException> declined = new LinkedHashMap<>();
    private final Map<QName, Class<?>> byType = new HashMap<>();
    private final List<ElementDecl> decls = new ArrayList<>();
    private final Map<QName, List<ElementDecl>> declsByName = new HashMap<>();
    private final Set<Class<?>> registries = new HashSet<>();
    private final Set<Class<?>> seen = new HashSet<>();
    /** Classes that were already checked for callbacks and references; contains {@code Object} from the start. */
    private final Set<Class<?>> checked = new HashSet<>(Set.of(Object.class));

    private final Deque<Class<?>> open = new ArrayDeque<>();
    private final References references = new References(this::identifier);
    private String callback = "";
    private String reference = "";

    private JaxbModel(JaxbNames names, Accessors accessors) {
        this.names = names;
        this.reader = new BeanReader(names, accessors);
    }

    static JaxbModel of(Collection<Class<?>> classes, JaxbNames names, Accessors accessors) {
        JaxbModel model = new JaxbModel(names, accessors);
        classes.forEach(model::addReachable);
        while (!model.open.isEmpty()) {
            model.read(model.open.remove());
        }
        return model;
    }

    /** Returns the model of a bean class. */
    BeanModel bean(Class<?> type) throws UnbindableException {
        BeanModel bean = beans.get(type);
        if (bean != null) {
            return bean;
        }
        UnbindableException reason = declined.get(type);
        throw reason != null ? reason : new UnbindableException(type.getName() + " is not known to the JAXB context");
    }

    /**
     * Returns the reasons why members of a bean class are accessed by method handles although generated code was
     * requested.
     */
    List<String> interpreted(Class<?> type) {
        BeanModel bean = beans.get(type);
        return bean == null ? List.of() : bean.interpreted();
    }

    /**
     * Returns the class itself, or its nearest superclass that JAXB knows and marshals it as; null if there is none.
     */
    @Nullable
    Class<?> known(Class<?> type) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            if (beans.containsKey(each) || declined.containsKey(each)) {
                return each;
            }
        }
        return null;
    }

    private @Nullable PropertyModel identifier(Class<?> type) throws UnbindableException {
        Class<?> known = known(type);
        return known == null ? null : bean(known).identifier();
    }

    /** Returns the conversion between beans and the identifiers by which others refer to them. */
    References references() {
        return references;
    }

    /**
     * Returns the reason why some class is only read correctly from the whole message; empty if there is no such class.
     */
    String wholeMessage() {
        return callback.isEmpty() ? reference : callback;
    }

    /** Returns whether any class has references to others by identifier. */
    boolean hasReferences() {
        return !reference.isEmpty();
    }

    /** Returns the named subclasses of a class, which JAXB marshals with their own type. */
    List<Class<?>> below(Class<?> type) {
        return byType.values().stream()
                .filter(each ->
                        each != type && type.isAssignableFrom(each) && !Modifier.isAbstract(each.getModifiers()))
                .toList();
    }

    /** Returns the class of an XSD type, or null. */
    @Nullable
    Class<?> ofType(QName name) {
        return byType.get(name);
    }

    /**
     * Returns the declaration of an element inside a class: that of the nearest class that has it in scope, else the
     * global one.
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

    /** Returns the elements of a head's substitution group, including indirect members. */
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

    /** Returns the models of the class and its subclasses that have a root element. */
    List<BeanModel> roots(Class<?> type) {
        return beans.values().stream()
                .filter(bean -> bean.rootElement() != null && type.isAssignableFrom(bean.type()))
                .toList();
    }

    private void addReachable(Type type) {
        Class<?> raw = Generics.erase(type);
        if (type instanceof ParameterizedType parameterized) {
            for (Type argument : parameterized.getActualTypeArguments()) {
                addReachable(argument);
            }
        }
        Type item = Generics.itemType(type);
        if (item != null) {
            addReachable(item);
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
        for (Class<?> each = type; each != null && checked.add(each); each = each.getSuperclass()) {
            callback = callback.isEmpty() ? WholeMessage.ownCallback(each) : callback;
            reference = reference.isEmpty() ? WholeMessage.ownReference(each) : reference;
        }
        if (type.isAnnotationPresent(XmlRegistry.class)) {
            registry(type);
            return;
        }
        readFactory(type);
        if (type.getSuperclass() != null && !BeanMembers.isMerged(type.getSuperclass())) {
            addReachable(type.getSuperclass());
        }
        XmlSeeAlso seeAlso = type.getAnnotation(XmlSeeAlso.class);
        for (Class<?> each : seeAlso == null ? new Class<?>[0] : seeAlso.value()) {
            addReachable(each);
        }
        QName name = names.type(type);
        if (name != null) {
            byType.putIfAbsent(name, type);
        }
        try {
            BeanModel bean = reader.read(type);
            beans.put(type, bean);
            bean.properties().forEach(this::addAllReachable);
        } catch (UnbindableException reason) {
            declined.put(type, reason);
        }
    }

    private void addAllReachable(PropertyModel property) {
        property.elements().forEach(element -> addReachable(element.type()));
        property.references().forEach(reference -> addReachable(reference.type()));
        if (property.adapter() != null) {
            addReachable(property.adapter().valueType());
        }
        addReachable(property.itemType());
    }

    /** Reads the object factory of a class's package, which JAXB finds as well. */
    private void readFactory(Class<?> type) {
        try {
            Class<?> factory = Class.forName(type.getPackageName() + ".ObjectFactory", false, type.getClassLoader());
            if (factory.isAnnotationPresent(XmlRegistry.class)) {
                registry(factory);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // most packages have no object factory
        }
    }

    private void registry(Class<?> factory) {
        if (!registries.add(factory)) {
            return;
        }
        RegistryReader registry = RegistryReader.read(factory, names);
        registry.created().forEach(this::addReachable);
        for (ElementDecl element : registry.elements()) {
            decls.add(element);
            declsByName
                    .computeIfAbsent(element.name(), key -> new ArrayList<>(1))
                    .add(element);
            addReachable(element.type());
            if (element.adapter() != null) {
                addReachable(element.adapter().valueType());
            }
        }
    }
}
