package io.parley.binding;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Arrays that are sequences of items, which are objects or primitives. */
final class ItemArrays {
    private ItemArrays() {}

    /** Returns whether JAXB treats a class as a sequence of items. {@code byte[]} is a single value. */
    static boolean isItems(Class<?> type) {
        return type.isArray() && type != byte[].class;
    }

    static boolean hasNull(Object[] items) {
        for (Object item : items) {
            if (item == null) {
                return true;
            }
        }
        return false;
    }

    /** Returns the items of an array as objects. */
    static List<Object> items(Object array) {
        if (array instanceof Object[] items) {
            return Arrays.asList(items);
        }
        NumberList numbers = NumberList.over(array);
        if (numbers != null) {
            return numbers;
        }
        int length = Array.getLength(array);
        List<Object> items = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            items.add(Array.get(array, i));
        }
        return items;
    }

    /** Returns an array of the items. Nulls are omitted from arrays of primitives. */
    static Object array(Class<?> type, Collection<?> items) {
        Object packed = items instanceof NumberList numbers ? numbers.arrayOf(type) : null;
        if (packed != null) {
            return packed;
        }
        Class<?> component = type.getComponentType();
        Collection<?> present = component.isPrimitive()
                ? items.stream().filter(Objects::nonNull).toList()
                : items;
        Object array = Array.newInstance(component, present.size());
        int next = 0;
        for (Object item : present) {
            Array.set(array, next++, item);
        }
        return array;
    }
}
