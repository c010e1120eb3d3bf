package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.ContextStoreProvider;
import io.parley.context.StoreSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Engine {@code sqlite}: durable, for one process. Its place is the path of a file, which is created with its
 * directories if absent.
 */
public final class SqliteStoreProvider implements ContextStoreProvider {
    static final String ENGINE = "sqlite";

    /** Called by {@link java.util.ServiceLoader}. */
    public SqliteStoreProvider() {}

    @Override
    public String name() {
        return ENGINE;
    }

    @Override
    public boolean isAvailable() {
        return Drivers.isPresent("org.sqlite.JDBC");
    }

    @Override
    public ContextStore open(String place, StoreSettings settings) {
        return JdbcStore.open(new SqliteDialect(path(place)), settings);
    }

    private static Path path(String place) {
        try {
            Path path = Path.of(place).toAbsolutePath().normalize();
            // The driver reads settings after a question mark.
            if (!place.isEmpty() && place.indexOf('?') < 0 && path.getFileName() != null) {
                return path;
            }
            throw new InvalidPathException(place, "it names no file");
        } catch (InvalidPathException e) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    "sqlite context store: expected sqlite: and the path of a file without a question mark, found no such"
                            + " path",
                    e);
        }
    }
}
