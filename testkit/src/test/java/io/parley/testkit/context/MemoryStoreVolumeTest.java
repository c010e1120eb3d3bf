package io.parley.testkit.context;

/** Much on the heap. */
class MemoryStoreVolumeTest extends ContextVolumeContract {
    @Override
    protected StorePlace place() {
        return new MemoryPlace();
    }
}
