package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;

/** The place of a store on the heap. */
record MemoryPlace() implements StorePlace {
    @Override
    public ContextStore open(StoreSettings settings) {
        return ContextStores.open("memory:", settings);
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public void close() {}
}
