package io.parley.cxf.headers;

import io.parley.context.ContextStore;
import io.parley.context.ContextStoreProvider;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The engine {@code one}: one store per place in this JVM, which several buses share as nodes share a database. */
public final class OneStoreProvider implements ContextStoreProvider {
    private static final Map<String, ContextStore> STORES = new ConcurrentHashMap<>();

    /** Returns the store of a place. */
    public static ContextStore at(String place) {
        return STORES.computeIfAbsent(place, each -> ContextStores.open("memory:", StoreSettings.defaults()));
    }

    @Override
    public String name() {
        return "one";
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    /** Returns the store of a place; closing it does not close it for the others. */
    @Override
    public ContextStore open(String place, StoreSettings settings) {
        ContextStore store = at(place);
        return (ContextStore) Proxy.newProxyInstance(
                OneStoreProvider.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        return null;
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
