package io.parley.store.jdbc;

import io.parley.context.ContextStore;
import io.parley.context.ContextStoreProvider;
import io.parley.context.StoreSettings;

/**
 * Engine {@code postgresql}: shared by any number of processes. Its place is what the PostgreSQL driver accepts after
 * {@code jdbc:postgresql:}, as in {@code postgresql://db.example.org/parley?user=parley&sslmode=verify-full}; user and
 * password may also precede the host.
 */
public final class PostgresStoreProvider implements ContextStoreProvider {
    static final String ENGINE = "postgresql";

    /** Called by {@link java.util.ServiceLoader}. */
    public PostgresStoreProvider() {}

    @Override
    public String name() {
        return ENGINE;
    }

    @Override
    public boolean isAvailable() {
        return Drivers.isPresent("org.postgresql.Driver");
    }

    @Override
    public ContextStore open(String place, StoreSettings settings) {
        return JdbcStore.open(new PostgresDialect(PostgresAddress.of(place)), settings);
    }
}
