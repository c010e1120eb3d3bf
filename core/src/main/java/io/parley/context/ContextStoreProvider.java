package io.parley.context;

import io.parley.Provider;

/**
 * Provider of an engine of context stores, found by {@link java.util.ServiceLoader}. Implementations are thread-safe
 * and never throw while loading: if a prerequisite is missing, {@link #isAvailable()} returns false.
 */
public interface ContextStoreProvider extends Provider {
    /** Returns the engine's name, which is the prefix of its addresses before the first colon, in lower case. */
    @Override
    String name();

    /**
     * Opens a store.
     *
     * @param place the part of the address after the first colon; its form is documented by the engine
     * @throws io.parley.ParleyException with {@code CONTEXT_UNAVAILABLE}; the message says what was expected and found
     *     and what to do, without passwords
     */
    ContextStore open(String place, StoreSettings settings);
}
