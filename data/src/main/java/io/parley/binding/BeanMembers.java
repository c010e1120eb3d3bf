package io.parley.binding;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlTransient;
import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds the fields and methods of a class that are properties, according to {@code @XmlAccessorType} and to their
 * annotations.
 */
final class BeanMembers {
    private final Class<?> bean;
    private final XmlAccessType access;
    private final List<Found> found = new ArrayList<>();

    private BeanMembers(Class<?> bean) {
        this.bean = bean;
        this.access = access(bean);
    }

    /** Returns the properties that the class itself declares, with those of transient superclasses. */
    static List<Found> of(Class<?> bean) throws UnbindableException {
        return of(bean, Class::getDeclaredMethods);
    }

    /**
     * @param methods returns the methods that a class declares
     */
    static List<Found> of(Class<?> bean, Function<Class<?>, Method[]> methods) throws UnbindableException {
        BeanMembers members = new BeanMembers(bean);
        members.fields(bean);
        for (AccessorPairs.Pair pair : AccessorPairs.of(bean, methods, each -> isAnnotated(annotations(each)))) {
            members.property(pair);
        }
        return members.found;
    }

    /** Returns whether a superclass has no XSD type of its own, so that its properties belong to its subclasses. */
    static boolean isMerged(@Nullable Class<?> superclass) {
        return superclass != null && superclass.isAnnotationPresent(XmlTransient.class);
    }

    /** A field, or a getter and setter, with the annotations of both, those of the getter first. */
    record Found(BeanMember member, Type type, List<Annotation> annotations) {
        <A extends Annotation> @Nullable A annotation(Class<A> kind) {
            return find(kind, annotations);
        }
    }

    private static <A extends Annotation> @Nullable A find(Class<A> kind, List<Annotation> annotations) {
        for (Annotation each : annotations) {
            if (kind.isInstance(each)) {
                return kind.cast(each);
            }
        }
        return null;
    }

    private static XmlAccessType access(Class<?> bean) {
        XmlAccessorType own = bean.getAnnotation(XmlAccessorType.class);
        if (own == null && bean.getPackage() != null) {
            own = bean.getPackage().getAnnotation(XmlAccessorType.class);
        }
        return own == null ? XmlAccessType.PUBLIC_MEMBER : own.value();
    }

    private void fields(Class<?> declaring) {
        Class<?> above = declaring.getSuperclass();
        if (above != null && isMerged(above)) {
            fields(above);
        }
        for (Field field : declaring.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic()) {
                continue;
            }
            List<Annotation> annotations = annotations(field);
            if (isTransient(annotations)) {
                continue;
            }
            boolean byDefault = !Modifier.isTransient(field.getModifiers())
                    && (access == XmlAccessType.FIELD || (access == XmlAccessType.PUBLIC_MEMBER && isPublic(field)));
            if (byDefault || isAnnotated(annotations)) {
                found.add(new Found(
                        new BeanMember.OfField(field),
                        Generics.resolve(field.getGenericType(), declaring),
                        annotations));
            }
        }
    }

    private void property(AccessorPairs.Pair pair) throws UnbindableException {
        Method getter = pair.getter();
        Method setter = pair.setter();
        String name = Introspector.decapitalize(pair.name());
        List<Annotation> annotations = new ArrayList<>(annotations(getter));
        annotations.addAll(annotations(setter));
        if (isTransient(annotations)) {
            return;
        }
        boolean annotated = isAnnotated(annotations);
        boolean byDefault = getter != null
                && setter != null
                && (access == XmlAccessType.PROPERTY
                        || (access == XmlAccessType.PUBLIC_MEMBER && isPublic(getter) && isPublic(setter)))
                && !(overrides(getter) && overrides(setter));
        if (!annotated && !byDefault) {
            return;
        }
        if (getter == null) {
            throw new UnbindableException(bean.getName() + ": the property " + name + " has no getter");
        }
        if (setter != null && !pair.agrees()) {
            throw new UnbindableException(bean.getName() + ": the property " + name + " has a setter of another type");
        }
        found.add(new Found(
                new BeanMember.OfMethods(name, getter, setter),
                Generics.resolve(getter.getGenericReturnType(), getter.getDeclaringClass()),
                annotations));
    }

    /** Returns whether a superclass has the same method, so that the property belongs to the superclass. */
    private boolean overrides(Method method) {
        Class<?> above = bean.getSuperclass();
        while (isMerged(above)) {
            above = above.getSuperclass();
        }
        for (Class<?> each = above; each != null; each = each.getSuperclass()) {
            for (Method other : each.getDeclaredMethods()) {
                if (other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPublic(Member member) {
        return Modifier.isPublic(member.getModifiers());
    }

    /**
     * Returns the annotations of a member. They are collected once, since reflection searches all of them for each
     * query.
     */
    private static List<Annotation> annotations(@Nullable AnnotatedElement member) {
        return member == null ? List.of() : List.of(member.getAnnotations());
    }

    private static boolean isTransient(List<Annotation> annotations) {
        return find(XmlTransient.class, annotations) != null;
    }

    private static boolean isAnnotated(List<Annotation> annotations) {
        for (Annotation annotation : annotations) {
            if (annotation.annotationType().getName().startsWith("jakarta.xml.bind.annotation.")) {
                return true;
            }
        }
        return false;
    }
}
