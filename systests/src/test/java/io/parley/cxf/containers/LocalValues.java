package io.parley.cxf.containers;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Access to thread-locals of other threads, which a JVM permits with {@code
 * --add-opens=java.base/java.lang=ALL-UNNAMED}.
 */
final class LocalValues {
    private LocalValues() {}

    /**
     * A thread-local value.
     *
     * @param type the name of its class
     */
    record Value(String type, Reference<?> entry, Field field) {
        /** Removes it from its thread. */
        void remove() {
            try {
                field.set(entry, null);
                entry.clear();
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns the thread's values whose classes come from that loader. */
    static List<Value> of(Thread thread, ClassLoader loader) throws ReflectiveOperationException {
        List<Value> found = new ArrayList<>();
        Object map = field(Thread.class, "threadLocals").get(thread);
        if (map == null) {
            return found;
        }
        Object table = field(map.getClass(), "table").get(map);
        for (int i = 0; i < Array.getLength(table); i++) {
            if (Array.get(table, i) instanceof Reference<?> entry) {
                Field field = field(entry.getClass(), "value");
                Object value = field.get(entry);
                if (value != null && value.getClass().getClassLoader() == loader) {
                    found.add(new Value(value.getClass().getName(), entry, field));
                }
            }
        }
        return found;
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
