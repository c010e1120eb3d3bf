package io.parley.context;

/** Provider of the engine {@code memory}, for tests, demos and single processes. Its place is empty. */
public final class MemoryStoreProvider implements ContextStoreProvider {

    /** Creates a provider, for {@link java.util.ServiceLoader}. */
    public MemoryStoreProvider() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public ContextStore open(String place, StoreSettings settings) {
        return MemoryStore.open(settings);
    }
}
