package io.parley.testkit.context;

/** The engine on the heap keeps every contract. */
class MemoryStoreContractTest extends ContextEngineContract {
    @Override
    protected StorePlace place() {
        return new MemoryPlace();
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
