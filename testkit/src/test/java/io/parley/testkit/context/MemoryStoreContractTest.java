package io.parley.testkit.context;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;

/** The engine on the heap keeps every contract. */
class MemoryStoreContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() {
        return new StorePlace() {
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
        };
    }

    @Override
    protected int rounds() {
        return 500;
    }

    @Override
    protected int runs() {
        return 200;
    }
}
