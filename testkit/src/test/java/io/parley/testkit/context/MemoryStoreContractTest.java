package io.parley.testkit.context;

/** Runs the contract of context stores on the engine on the heap. */
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
