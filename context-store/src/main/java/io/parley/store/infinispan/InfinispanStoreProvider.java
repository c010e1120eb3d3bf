package io.parley.store.infinispan;

import io.parley.context.ContextStore;
import io.parley.context.ContextStoreProvider;
import io.parley.context.StoreSettings;

/**
 * Engine {@code infinispan}: shared by a few processes, each a node with a directory of its own. Its place is that
 * directory and, for more than one node, settings, as in {@code
 * infinispan:/var/lib/parley/node?node=10.0.0.1:7800&nodes=10.0.0.1:7800,10.0.0.2:7800,10.0.0.3:7800}.
 */
public final class InfinispanStoreProvider implements ContextStoreProvider {
    static final String ENGINE = "infinispan";

    /** Called by {@link java.util.ServiceLoader}. */
    public InfinispanStoreProvider() {}

    @Override
    public String name() {
        return ENGINE;
    }

    @Override
    public boolean isAvailable() {
        ClassLoader loader = InfinispanStoreProvider.class.getClassLoader();
        return loader != null && loader.getResource("org/infinispan/manager/DefaultCacheManager.class") != null;
    }

    @Override
    public ContextStore open(String place, StoreSettings settings) {
        return InfinispanStore.open(NodeAddress.parse(place), settings);
    }
}
