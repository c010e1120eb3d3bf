package io.parley.binding;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Between a bean and the identifier by which others refer to it. What is read stays an identifier until all are known. */
final class References implements Conversion {
    private final JaxbModel model;
    private final Map<Class<?>, PropertyModel> identifiers = new ConcurrentHashMap<>();

    References(JaxbModel model) {
        this.model = model;
    }

    /** A reference that was read: whom it means is known when the whole part was. */
    record Reference(String id) {}

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
            Class<?> known = model.known(type);
            PropertyModel id = known == null ? null : model.bean(known).identifier();
            if (id != null) {
                return id;
            }
        } catch (Declined e) {
            throw new IllegalArgumentException(e.reason(), e);
        }
        throw new IllegalArgumentException(type.getName() + " has no identifier");
    }
}
