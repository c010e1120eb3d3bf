package io.parley.binding;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Between a bean and the identifier by which others refer to it. What is read stays an identifier until all are known. */
final class References implements Conversion {
    private final Finder finder;
    private final Map<Class<?>, PropertyModel> identifiers = new ConcurrentHashMap<>();

    References(Finder finder) {
        this.finder = finder;
    }

    /** Finds the property of a class that identifies its beans. */
    interface Finder {
        /** Null if the class has none. */
        @Nullable
        PropertyModel identifier(Class<?> type) throws Declined;
    }

    @Override
    public Object toScalar(Object value) {
        PropertyModel property = identifiers.computeIfAbsent(value.getClass(), this::identifier);
        Object id = property.accessor().get(value);
        if (property.adapter() != null) {
            id = property.adapter().marshal(id);
        }
        if (!(id instanceof String text)) {
            throw new IllegalArgumentException(value.getClass().getName() + " without an identifier");
        }
        return text;
    }

    @Override
    public Object fromScalar(Object value) {
        return new Reference((String) value);
    }

    private PropertyModel identifier(Class<?> type) {
        try {
            PropertyModel id = finder.identifier(type);
            if (id != null) {
                return id;
            }
        } catch (Declined e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
        throw new IllegalArgumentException(type.getName() + " has no identifier");
    }
}
