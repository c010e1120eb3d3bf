package io.parley.bench.data;

import jakarta.xml.bind.annotation.XmlAccessorType;
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
        return switch (kind) {
            case VOID -> 0;
            case F64 -> ((Beans.Doubles) content).value.length;
            case LIST -> ((Beans.DoubleList) content).value.size();
            case I32 -> ((Beans.Ints) content).value.length;
            case STR -> ((Beans.Strings) content).value.size();
            case BLOB -> ((Beans.Blob) content).value.length;
            case SIMPLE, MEDIUM, COMPLEX -> 1;
        };
    }
}
