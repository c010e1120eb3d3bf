package io.parley.context;

import io.parley.Provider;

/**
 * One engine, found by {@link java.util.ServiceLoader}. Implementations are thread-safe and never throw while loading: what
 * is missing on a machine is said by {@link #isAvailable()}.
 */
public interface ContextStoreProvider extends Provider {
    /** What stands before the first colon of its addresses, in lower case. */
    @Override
    String name();

    /**
     * Opens a store.
     *
     * @param place what stands behind the first colon of the address; the engine's documentation says what it may be
     * @throws io.parley.ParleyException with {@code CONTEXT_UNAVAILABLE}, which says what was expected and found and what to
     *     do, without passwords
     */
    ContextStore open(String place, StoreSettings settings);
}
