package io.parley.context;

import io.parley.Artifacts;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.Providers;
import java.util.Set;

/** Factory of stores by their addresses, such as {@code memory:} or {@code sqlite:/var/lib/parley/contexts.db}. */
public final class ContextStores {
    private ContextStores() {}

    /**
     * Opens a store.
     *
     * @param address the engine's name, a colon, and the engine's place
     * @throws ParleyException with {@link ErrorCode#CONTEXT_UNAVAILABLE} if there is no such engine, or it cannot be
     *     opened
     */
    public static ContextStore open(String address, StoreSettings settings) {
        int colon = address.indexOf(':');
        String engine = colon < 0 ? "" : address.substring(0, colon);
        Providers<ContextStoreProvider> providers =
                Providers.load(ContextStoreProvider.class, ContextStores.class.getClassLoader());
        return CodedStore.of(providers
                .find(engine)
                .orElseThrow(() -> unknown(engine, providers.names()))
                .open(address.substring(colon + 1), settings));
    }

    /** A word that is no engine is not shown: the address may begin with a secret. */
    private static ParleyException unknown(String engine, Set<String> known) {
        String expected = "context store address: expected one of " + known + " before the first colon, found ";
        return new ParleyException(
                ErrorCode.CONTEXT_UNAVAILABLE,
                Artifacts.remedy(engine)
                        .map(remedy -> expected + engine + "; " + remedy)
                        .orElse(
                                expected
                                        + (engine.isEmpty() ? "none" : "another word")
                                        + "; durable engines come with parley-context-store and their driver on the class path"));
    }
}
