package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.StoreSettings;

/** A place, empty at first, where an engine keeps a store. */
public interface StorePlace extends AutoCloseable {
    /** Opens the store there. The settings' clock is the store's time, also where a server has one of its own. */
    ContextStore open(StoreSettings settings);

    /** Whether what is done is still there when the store is closed and opened again. */
    boolean isDurable();

    /** Clears the place away. */
    @Override
    void close() throws Exception;
}
