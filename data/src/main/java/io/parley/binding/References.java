package io.parley.binding;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Conversion between a bean and the identifier by which others refer to it. A decoded identifier becomes a {@link
 * Reference}, which is resolved when all are known.
 */
final class References implements Conversion {
    private final Finder finder;
    private final Map<Class<?>, PropertyModel> identifiers = new ConcurrentHashMap<>();

    References(Finder finder) {
        this.finder = finder;
    }

    /** Lookup of the property that identifies the beans of a class. */
    interface Finder {
        /** Returns the identifying property; null if the class has none. */
        @Nullable
        PropertyModel identifier(Class<?> type) throws UnbindableException;
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
        } catch (UnbindableException e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
        throw new IllegalArgumentException(type.getName() + " has no identifier");
    }
}
