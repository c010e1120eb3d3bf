package io.parley.context;

/** The engine {@code memory}: for tests, demos and single processes that need no more. Its place is empty. */
public final class MemoryStoreProvider implements ContextStoreProvider {

    /** Constructor for {@link java.util.ServiceLoader}. */
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
        return new MemoryStore(settings);
    }
}
