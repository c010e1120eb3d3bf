package io.parley.testkit.context;

import io.parley.context.Change;
import io.parley.context.ContextStore;
import io.parley.context.ContextStoreProvider;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.context.Transaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The engine {@code careless}, broken on purpose: it writes all values to a file before it acknowledges, but never
 * forces it.
 */
public final class CarelessStoreProvider implements ContextStoreProvider {
    @Override
    public String name() {
        return "careless";
    }

    @Override
    public boolean isAvailable() {
        return true;
    }

    @Override
    public ContextStore open(String place, StoreSettings settings) {
        ContextStore store = ContextStores.open("memory:", settings);
        FileChannel file;
        try {
            file = FileChannel.open(Path.of(place), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (ContextStore) Proxy.newProxyInstance(
                CarelessStoreProvider.class.getClassLoader(),
                new Class<?>[] {ContextStore.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("apply")) {
                        write(file, (Transaction) arguments[0]);
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static void write(FileChannel file, Transaction transaction) throws IOException {
        for (Change change : transaction.changes()) {
            if (change instanceof Change.Put put) {
                file.write(ByteBuffer.wrap(put.value().toArray()), file.size());
            }
        }
    }
}
