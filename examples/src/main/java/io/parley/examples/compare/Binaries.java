package io.parley.examples.compare;

import jakarta.activation.DataHandler;
import jakarta.xml.bind.JAXBElement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.cxf.attachment.ByteDataSource;
import org.jspecify.annotations.Nullable;

/** Replaces the binary content of objects, which may be readable only once, by content in memory. */
final class Binaries {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Binaries() {}

    /** Returns the object with binary content in memory; a {@code DataHandler} is replaced. */
    static @Nullable Object inMemory(@Nullable Object value) {
        return new Binaries().settled(value);
    }

    private @Nullable Object settled(@Nullable Object value) {
        if (value instanceof DataHandler handler) {
            return inMemory(handler);
        }
        if (value != null && seen.add(value)) {
            inside(value);
        }
        return value;
    }

    private void inside(Object value) {
        if (value instanceof List<?> list) {
            list(list);
        } else if (value instanceof JAXBElement<?> element) {
            element(element);
        } else if (value instanceof Object[] array) {
            for (int i = 0; i < array.length; i++) {
                Array.set(array, i, settled(array[i]));
            }
        } else if (!value.getClass().isArray() && isBean(value.getClass())) {
            fields(value);
        }
    }

    @SuppressWarnings("unchecked") // what comes back is what was there, or a DataHandler for a DataHandler
    private void list(List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            Object settled = settled(item);
            if (settled != item) {
                ((List<Object>) list).set(i, settled);
            }
        }
    }

    @SuppressWarnings("unchecked") // as in lists
    private void element(JAXBElement<?> element) {
        Object content = element.getValue();
        Object settled = settled(content);
        if (settled != content) {
            ((JAXBElement<Object>) element).setValue(settled);
        }
    }

    /**
     * Returns whether a class was generated from a contract, and is not of a library: generated classes have a loader
     * of their own.
     */
    static boolean isBean(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return !type.isEnum()
                && loader != null
                && loader != Binaries.class.getClassLoader()
                && loader != ClassLoader.getPlatformClassLoader();
    }

    private void fields(Object bean) {
        for (Class<?> type = bean.getClass(); type != null && isBean(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    Object value = Graphs.value(field, bean);
                    Object settled = settled(value);
                    if (settled != value) {
                        set(field, bean, settled);
                    }
                }
            }
        }
    }

    private static void set(Field field, Object bean, @Nullable Object value) {
        try {
            field.set(bean, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DataHandler inMemory(DataHandler handler) {
        try (InputStream in = handler.getInputStream()) {
            return new DataHandler(new ByteDataSource(in.readAllBytes(), handler.getContentType()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
