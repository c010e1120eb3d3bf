package io.parley.cxf.stax;

import jakarta.xml.bind.annotation.XmlAttachmentRef;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.cxf.service.model.BindingMessageInfo;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.MessagePartInfo;
import org.jspecify.annotations.Nullable;

/**
 * Detects operations for which JAXB creates attachments during marshalling ({@code swaRef}), so that these are known
 * only after the envelope is written. Cached per operation.
 */
final class References {
    private static final String KNOWN = References.class.getName();

    private References() {}

    static boolean in(@Nullable BindingOperationInfo operation) {
        if (operation == null) {
            return false;
        }
        Object known = operation.getProperty(KNOWN);
        if (known == null) {
            known = find(operation);
            operation.setProperty(KNOWN, known);
        }
        return Boolean.TRUE.equals(known);
    }

    private static boolean find(BindingOperationInfo operation) {
        Set<Class<?>> seen = new HashSet<>();
        return find(operation.getInput(), seen) || find(operation.getOutput(), seen);
    }

    private static boolean find(@Nullable BindingMessageInfo message, Set<Class<?>> seen) {
        if (message == null) {
            return false;
        }
        for (MessagePartInfo part : message.getMessageParts()) {
            boolean annotated = part.getProperty("parameter.annotations") instanceof Annotation[] all
                    && Arrays.stream(all).anyMatch(XmlAttachmentRef.class::isInstance);
            if (annotated || refers(part.getTypeClass(), seen)) {
                return true;
            }
        }
        return false;
    }

    private static boolean refers(@Nullable Type type, Set<Class<?>> seen) {
        if (type instanceof ParameterizedType generic) {
            return refers(generic.getRawType(), seen)
                    || Arrays.stream(generic.getActualTypeArguments()).anyMatch(argument -> refers(argument, seen));
        }
        if (!(type instanceof Class<?> found)) {
            return false;
        }
        if (found.isArray()) {
            return refers(found.getComponentType(), seen);
        }
        if (found.isPrimitive() || found.getName().startsWith("java.") || !seen.add(found)) {
            return false;
        }
        return inMembers(found, seen) || refers(found.getSuperclass(), seen) || inSubtypes(found, seen);
    }

    /** Returns whether a declared subtype refers to attachments; an object of it may be sent by {@code xsi:type}. */
    private static boolean inSubtypes(Class<?> found, Set<Class<?>> seen) {
        XmlSeeAlso others = found.getAnnotation(XmlSeeAlso.class);
        return others != null && Arrays.stream(others.value()).anyMatch(other -> refers(other, seen));
    }

    private static boolean inMembers(Class<?> found, Set<Class<?>> seen) {
        for (Field field : found.getDeclaredFields()) {
            if (field.isAnnotationPresent(XmlAttachmentRef.class) || refers(field.getGenericType(), seen)) {
                return true;
            }
        }
        for (Method method : found.getDeclaredMethods()) {
            boolean getter = method.getParameterCount() == 0;
            if (method.isAnnotationPresent(XmlAttachmentRef.class)
                    || (getter && refers(method.getGenericReturnType(), seen))) {
                return true;
            }
        }
        return false;
    }
}
