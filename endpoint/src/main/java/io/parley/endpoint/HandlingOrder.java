package io.parley.endpoint;

import io.parley.runtime.MessageOrder;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint handles one-way messages: those of a session, or those of it that have one key, one after the other, or all in
 * parallel. Immutable.
 *
 * @param of of the session
 * @param keys by operation; empty if all of a session have one
 */
record HandlingOrder(MessageOrder of, Map<String, Function<Object, @Nullable Object>> keys) {
    /** Of messages for which no key is declared, or it is null. */
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
