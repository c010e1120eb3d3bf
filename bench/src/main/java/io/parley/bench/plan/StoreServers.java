package io.parley.bench.plan;

import java.util.Optional;

/** Stores that do not live in the process that is measured: who measures them starts them, and names them here. */
public final class StoreServers {
    /** In the environment: {@code postgresql://host:port/database?user=…&currentSchema=…}, of a schema that may be written to. */
    public static final String POSTGRESQL = "PARLEY_BENCH_POSTGRESQL";

    private StoreServers() {}

    /** The address of a PostgreSQL, if one is to be measured. */
    public static Optional<String> postgresql() {
        return Optional.ofNullable(System.getenv(POSTGRESQL)).filter(address -> !address.isEmpty());
    }
}
