package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;

/** A place whose store outlives the process that opened it and can be opened by other processes by its address. */
public interface DurablePlace extends StorePlace {
    /** Returns the address of the store, for {@link ContextStores#open}. */
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
