package io.parley.testkit.context;

/** Runs the contract for large amounts of data on the heap. */
class MemoryStoreVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() {
        return new MemoryPlace();
    }
}
