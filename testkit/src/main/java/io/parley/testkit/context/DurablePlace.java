package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;

/** A place whose store outlasts the process that opened it, and which another process finds by its address. */
public interface DurablePlace extends StorePlace {
    /** Where the store is, as {@link ContextStores#open} takes it. */
    String address();

    @Override
    default ContextStore open(StoreSettings settings) {
        return ContextStores.open(address(), settings);
    }

    @Override
    default boolean isDurable() {
        return true;
    }
}
