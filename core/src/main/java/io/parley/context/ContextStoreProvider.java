package io.parley.context;

import io.parley.Provider;

/**
 * An engine of context stores, found by {@link java.util.ServiceLoader}. Implementations are thread-safe and never
 * throw while loading: if the machine lacks what they need, {@link #isAvailable()} returns false.
 */
public interface ContextStoreProvider extends Provider {
    /** Returns the prefix of its addresses before the first colon, in lower case. */
    @Override
    String name();

    /**
     * Opens a store.
     *
     * @param place the part of the address behind the first colon; the engine's documentation says what it may be
     * @throws io.parley.ParleyException with {@code CONTEXT_UNAVAILABLE}, which says what was expected and found and
     *     what to do, without passwords
     */
    ContextStore open(String place, StoreSettings settings);
}
