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

/** Finds which fields and methods of a class are properties: by {@code @XmlAccessorType} and by being annotated. */
final class BeanMembers {
    private final Class<?> bean;
    private final XmlAccessType access;
    private final List<Found> found = new ArrayList<>();

    private BeanMembers(Class<?> bean) {
        this.bean = bean;
        this.access = access(bean);
    }

    /** The properties that the class itself declares, with those of transient superclasses. */
    static List<Found> of(Class<?> bean) throws Declined {
        return of(bean, Class::getDeclaredMethods);
    }

    /** @param methods lists the methods that a class declares */
    static List<Found> of(Class<?> bean, Function<Class<?>, Method[]> methods) throws Declined {
        BeanMembers members = new BeanMembers(bean);
        members.fields(bean);
        for (AccessorPairs.Pair pair : AccessorPairs.of(bean, methods, BeanMembers::isAnnotated)) {
            members.property(pair);
        }
        return members.found;
    }

    /** Returns whether a superclass has no XSD type of its own, so that its properties count as its subclasses'. */
    static boolean isMerged(@Nullable Class<?> superclass) {
        return superclass != null && superclass.isAnnotationPresent(XmlTransient.class);
    }

    /** A field, or a getter and setter, with the annotations of both. */
    record Found(BeanMember member, Type type, List<AnnotatedElement> sources) {
        <A extends Annotation> @Nullable A annotation(Class<A> kind) {
            for (AnnotatedElement source : sources) {
                A annotation = source.getAnnotation(kind);
                if (annotation != null) {
                    return annotation;
                }
            }
            return null;
        }
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
            if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic() || isTransient(field)) {
                continue;
            }
            boolean byDefault = !Modifier.isTransient(field.getModifiers())
                    && (access == XmlAccessType.FIELD || (access == XmlAccessType.PUBLIC_MEMBER && isPublic(field)));
            if (byDefault || isAnnotated(field)) {
                found.add(new Found(
                        new BeanMember.OfField(field),
                        Generics.resolve(field.getGenericType(), declaring),
                        List.of(field)));
            }
        }
    }

    private void property(AccessorPairs.Pair pair) throws Declined {
        Method getter = pair.getter();
        Method setter = pair.setter();
        String name = Introspector.decapitalize(pair.name());
        if ((getter != null && isTransient(getter)) || (setter != null && isTransient(setter))) {
            return;
        }
        boolean annotated = (getter != null && isAnnotated(getter)) || (setter != null && isAnnotated(setter));
        boolean byDefault = getter != null
                && setter != null
                && (access == XmlAccessType.PROPERTY
                        || (access == XmlAccessType.PUBLIC_MEMBER && isPublic(getter) && isPublic(setter)))
                && !(overrides(getter) && overrides(setter));
        if (!annotated && !byDefault) {
            return;
        }
        if (getter == null) {
            throw new Declined(bean.getName() + ": the property " + name + " has no getter");
        }
        if (setter != null && !pair.agrees()) {
            throw new Declined(bean.getName() + ": the property " + name + " has a setter of another type");
        }
        List<AnnotatedElement> sources = setter == null ? List.of(getter) : List.of(getter, setter);
        found.add(new Found(
                new BeanMember.OfMethods(name, getter, setter),
                Generics.resolve(getter.getGenericReturnType(), getter.getDeclaringClass()),
                sources));
    }

    /** Returns whether a superclass has the same method: then the property is the superclass's. */
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

    private static boolean isTransient(AnnotatedElement member) {
        return member.isAnnotationPresent(XmlTransient.class);
    }

    private static boolean isAnnotated(AnnotatedElement member) {
        for (Annotation annotation : member.getAnnotations()) {
            if (annotation.annotationType().getName().startsWith("jakarta.xml.bind.annotation.")) {
                return true;
            }
        }
        return false;
    }
}
