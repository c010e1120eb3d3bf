package io.parley.context;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens stores by their addresses: {@code memory:}, {@code sqlite:/var/lib/parley/contexts.db}, and so on. */
public final class ContextStores {
    private static final Logger LOG = LoggerFactory.getLogger(ContextStores.class);

    private ContextStores() {}

    /**
     * Opens a store.
     *
     * @param address the engine's name, a colon, and the engine's place
     * @throws ParleyException with {@link ErrorCode#CONTEXT_UNAVAILABLE} if there is no such engine here, or it does not open
     */
    public static ContextStore open(String address, StoreSettings settings) {
        int colon = address.indexOf(':');
        String engine = colon < 0 ? "" : address.substring(0, colon);
        List<ContextStoreProvider> providers = available();
        return providers.stream()
                .filter(provider -> provider.engine().equals(engine))
                .findFirst()
                .orElseThrow(() -> unknown(engine, providers))
                .open(address.substring(colon + 1), settings);
    }

    private static List<ContextStoreProvider> available() {
        List<ContextStoreProvider> providers = new ArrayList<>();
        for (ServiceLoader.Provider<ContextStoreProvider> provider :
                ServiceLoader.load(ContextStoreProvider.class, ContextStores.class.getClassLoader()).stream()
                        .toList()) {
            try {
                providers.add(provider.get());
            } catch (ServiceConfigurationError e) {
                LOG.warn("context store {} is left out", provider.type().getName(), e);
            }
        }
        providers.removeIf(provider -> !provider.isAvailable());
        providers.sort(Comparator.comparingInt(ContextStoreProvider::priority)
                .reversed()
                .thenComparing(provider -> provider.getClass().getName()));
        return providers;
    }

    private static ParleyException unknown(String engine, List<ContextStoreProvider> providers) {
        List<String> known = providers.stream()
                .map(ContextStoreProvider::engine)
                .distinct()
                .sorted()
                .toList();
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                "context store address: expected one of " + known + " before the first colon, found "
                        + (engine.isEmpty() ? "none" : "another word")
                        + "; durable engines come with parley-context-store and their driver on the class path");
    }
}
