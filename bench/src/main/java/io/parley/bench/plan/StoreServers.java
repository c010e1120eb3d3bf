package io.parley.bench.plan;

import java.util.Optional;

/** Context stores in server processes, which the user starts and names in the environment. */
public final class StoreServers {
    /**
     * Environment variable with the address {@code postgresql://host:port/database?user=…&currentSchema=…} of a
     * writable schema.
     */
    public static final String POSTGRESQL = "PARLEY_BENCH_POSTGRESQL";

    private StoreServers() {}

    /** Returns the address of a PostgreSQL server, if one is to be measured. */
    public static Optional<String> postgresql() {
        return Optional.ofNullable(System.getenv(POSTGRESQL)).filter(address -> !address.isEmpty());
    }
}
