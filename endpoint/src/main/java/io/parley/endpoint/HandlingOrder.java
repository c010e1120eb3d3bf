package io.parley.endpoint;

import io.parley.runtime.MessageOrder;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Order in which an endpoint handles a session's one-way messages: one after the other, one after the other per key, or
 * in parallel. Immutable.
 *
 * @param of the session's order
 * @param keys functions for the key, by operation; empty if all messages have the same key
 */
record HandlingOrder(MessageOrder of, Map<String, Function<Object, @Nullable Object>> keys) {
    /** Key of messages without a declared key, or with null. */
    private static final Object NO_KEY = new Object();

    HandlingOrder {
        keys = Map.copyOf(keys);
    }

    boolean hasKeys() {
        return !keys.isEmpty();
    }

    /** Returns the key of a message. */
    Object key(String operation, Object value) {
        Function<Object, @Nullable Object> function = keys.get(operation);
        Object key = function == null ? null : function.apply(value);
        return key == null ? NO_KEY : key;
    }
}
