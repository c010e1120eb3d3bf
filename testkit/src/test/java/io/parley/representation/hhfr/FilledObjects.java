package io.parley.representation.hhfr;

import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Creates objects of generated classes, with random members and subclasses, up to a maximum depth. */
final class FilledObjects {
    private static final int DEEPEST = 3;

    private final Random random;

    FilledObjects(Random random) {
        this.random = random;
    }

    Object of(Class<?> type) throws Exception {
        return bean(type, 0);
    }

    private Object bean(Class<?> declared, int depth) throws Exception {
        Class<?> type = declared;
        XmlSeeAlso below = type.getAnnotation(XmlSeeAlso.class);
        while (below != null && (Modifier.isAbstract(type.getModifiers()) || random.nextInt(3) == 0)) {
            type = below.value()[random.nextInt(below.value().length)];
            below = type.getAnnotation(XmlSeeAlso.class);
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        Object bean = type.getDeclaredConstructor().newInstance();
        for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (isOrdinary(field)) {
                    field.setAccessible(true);
                    field.set(bean, value(field.getGenericType(), field.getType(), depth));
                }
            }
        }
        return bean;
    }

    /** Returns whether the field is supported: elements whose names only JAXB knows are covered by other tests. */
    private static boolean isOrdinary(Field field) {
        return !Modifier.isStatic(field.getModifiers())
                && !field.isAnnotationPresent(XmlAnyElement.class)
                && !field.isAnnotationPresent(XmlElementRef.class)
                && !field.isAnnotationPresent(XmlMixed.class)
                && !field.isAnnotationPresent(XmlElements.class);
    }

    private Object value(Type generic, Class<?> type, int depth) throws Exception {
        if (type == List.class) {
            Type item = ((ParameterizedType) generic).getActualTypeArguments()[0];
            List<Object> items = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0 && item instanceof Class<?>; i--) {
                Object made = value(item, (Class<?>) item, depth);
                if (made != null) {
                    items.add(made);
                }
            }
            return items;
        }
        Object simple = simple(type);
        if (simple != null || type.getPackageName().startsWith("java")) {
            return simple;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        return depth < DEEPEST && random.nextInt(DEEPEST) >= depth ? bean(type, depth + 1) : null;
    }

    private Object simple(Class<?> type) throws Exception {
        int number = random.nextInt(1000);
        if (type == String.class) {
            return "text " + number;
        } else if (type == int.class || type == Integer.class) {
            return number;
        } else if (type == long.class || type == Long.class) {
            return (long) number;
        } else if (type == boolean.class || type == Boolean.class) {
            return number % 2 == 0;
        } else if (type == double.class || type == Double.class) {
            return number / 8.0;
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf(number, 2);
        } else if (type == byte[].class) {
            return new byte[] {1, (byte) number};
        } else if (type == QName.class) {
            return new QName("urn:some", "name" + number);
        } else if (type == XMLGregorianCalendar.class) {
            return null; // only the schema determines whether it has a time
        } else if (type == Duration.class) {
            return DatatypeFactory.newInstance().newDuration(number * 1000L);
        }
        return null;
    }
}
