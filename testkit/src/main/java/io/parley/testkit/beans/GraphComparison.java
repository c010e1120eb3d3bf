package io.parley.testkit.beans;

import jakarta.xml.bind.JAXBElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Diff;

/** Compares two object graphs member by member; cycles are followed once. */
public final class GraphComparison {
    private final IdentityHashMap<Object, Object> seen = new IdentityHashMap<>();

    private GraphComparison() {}

    /** Returns the path and kind of the first difference of two graphs; empty if there is none. */
    public static String difference(@Nullable Object expected, @Nullable Object found) {
        return new GraphComparison().compare("", expected, found);
    }

    /**
     * Returns the first difference of two trees or texts of XML; empty if they mean the same. Prefixes are not
     * significant, neither in names nor in values that are names.
     */
    public static String differenceOfXml(Object expected, Object found) {
        Diff diff = DiffBuilder.compare(expected)
                .withTest(found)
                .withDifferenceEvaluator(NamesAsValues.EVALUATOR)
                .checkForSimilar()
                .build();
        return diff.hasDifferences() ? diff.fullDescription() : "";
    }

    private String compare(String path, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return a == b ? "" : differ(path, a, b);
        }
        if (a.getClass() != b.getClass() && !mayDiffer(a, b)) {
            return differ(path, a.getClass(), b.getClass());
        }
        if (a instanceof XMLGregorianCalendar || a instanceof Duration || a instanceof Calendar) {
            return a.toString().equals(b.toString()) ? "" : differ(path, a, b);
        }
        if (a instanceof Element one && b instanceof Element other) {
            return differenceOfXml(one, other).isEmpty() ? "" : differ(path, a, b);
        }
        if (a instanceof Set<?> || isValue(a.getClass())) {
            return a.equals(b) ? "" : differ(path, a, b);
        }
        return inside(path, a, b);
    }

    /**
     * Returns whether two objects may be of different classes: trees are of their parsers' classes, and a list of
     * numbers may be backed by primitives.
     */
    private static boolean mayDiffer(Object a, Object b) {
        return (a instanceof Element && b instanceof Element) || (a instanceof ArrayList && b instanceof List);
    }

    private String inside(String path, Object a, Object b) {
        if (seen.containsKey(a)) {
            return seen.get(a) == b ? "" : differ(path, "an object that was met before", "another");
        }
        seen.put(a, b);
        if (a.getClass().isArray()) {
            return items(path, listOf(a), listOf(b));
        }
        if (a instanceof Collection<?> one) {
            return items(path, one, (Collection<?>) b);
        }
        if (a instanceof Map<?, ?> one) {
            return maps(path, one, (Map<?, ?>) b);
        }
        if (a instanceof JAXBElement<?> one) {
            JAXBElement<?> other = (JAXBElement<?>) b;
            List<?> first = List.of(one.getName(), one.getDeclaredType(), one.getScope(), one.isNil());
            List<?> second = List.of(other.getName(), other.getDeclaredType(), other.getScope(), other.isNil());
            return first.equals(second)
                    ? compare(path + "/value", one.getValue(), other.getValue())
                    : differ(path, first, second);
        }
        return members(path, a, b);
    }

    private String items(String path, Collection<?> a, Collection<?> b) {
        if (a.size() != b.size()) {
            return differ(path, a.size() + " items", b.size() + " items");
        }
        Iterator<?> other = b.iterator();
        int index = 0;
        for (Object item : a) {
            String difference = compare(path + "[" + index++ + "]", item, other.next());
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return "";
    }

    private String maps(String path, Map<?, ?> a, Map<?, ?> b) {
        if (!a.keySet().equals(b.keySet())) {
            return differ(path, a.keySet(), b.keySet());
        }
        for (Map.Entry<?, ?> entry : a.entrySet()) {
            String difference = compare(path + "[" + entry.getKey() + "]", entry.getValue(), b.get(entry.getKey()));
            if (!difference.isEmpty()) {
                return difference;
            }
        }
        return "";
    }

    private String members(String path, Object a, Object b) {
        for (Class<?> each = a.getClass(); each != null && each != Object.class; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    String difference = compare(path + "/" + field.getName(), value(field, a), value(field, b));
                    if (!difference.isEmpty()) {
                        return difference;
                    }
                }
            }
        }
        return "";
    }

    private static @Nullable Object value(Field field, Object bean) {
        try {
            return field.get(bean);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<@Nullable Object> listOf(Object array) {
        List<@Nullable Object> items = new ArrayList<>();
        for (int i = 0; i < Array.getLength(array); i++) {
            items.add(Array.get(array, i));
        }
        return items;
    }

    private static boolean isValue(Class<?> type) {
        return type.isEnum()
                || Enum.class.isAssignableFrom(type)
                || ((type.getName().startsWith("java.") || type.getName().startsWith("javax."))
                        && !Collection.class.isAssignableFrom(type)
                        && !Map.class.isAssignableFrom(type));
    }

    private static String differ(String path, @Nullable Object expected, @Nullable Object found) {
        return path + ": expected " + expected + ", found " + found;
    }
}
