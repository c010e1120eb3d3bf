package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessorType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares and counts content of any kind. */
public final class Contents {
    private Contents() {}

    /** Returns whether two beans or field values have the same content, bit for bit. */
    public static boolean equal(@Nullable Object one, @Nullable Object other) {
        if (one instanceof List<?> list && other instanceof List<?> others) {
            Iterator<?> next = others.iterator();
            return list.size() == others.size() && list.stream().allMatch(element -> equal(element, next.next()));
        }
        if (one == null || other == null || !one.getClass().isAnnotationPresent(XmlAccessorType.class)) {
            return Objects.deepEquals(one, other);
        }
        return one.getClass().equals(other.getClass())
                && Arrays.stream(one.getClass().getFields())
                        .filter(field -> !Modifier.isStatic(field.getModifiers()))
                        .allMatch(field -> equal(value(field, one), value(field, other)));
    }

    private static @Nullable Object value(Field field, Object bean) {
        try {
            return field.get(bean);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("expected public fields, found " + field, e);
        }
    }

    /** Returns the number of elements of an object of a kind's class. */
    public static int count(Kind kind, Object content) {
        if (!kind.isCounted()) {
            return kind == Kind.VOID ? 0 : 1;
        }
        Object value = Beans.value(content);
        return value instanceof List<?> list ? list.size() : Array.getLength(value);
    }
}
