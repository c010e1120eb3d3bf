package io.parley.testkit.campaign;

import io.parley.testkit.context.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;

/** The store of a campaign's servers, by its name on the command line. */
final class ServerStore {
    /** Name of a store in a file, for one server. */
    static final String SQLITE = "sqlite";

    private static final String POSTGRESQL = "postgresql";

    private ServerStore() {}

    /**
     * Returns the store address for servers: a file in the folder for {@code sqlite}, a newly started server for {@code
     * postgresql}, else the given address.
     */
    static String address(String named, Path folder) throws IOException, InterruptedException {
        return switch (named) {
            case SQLITE -> "sqlite:" + folder.resolve("server.db");
            default -> shared(named);
        };
    }

    /**
     * Returns the store address for several servers: a newly started server for {@code postgresql}, else the given
     * address.
     */
    static String shared(String named) throws IOException, InterruptedException {
        if (!named.equals(POSTGRESQL)) {
            return named;
        }
        PostgresServer database = PostgresServer.shared();
        return database.address(database.newSchema());
    }

    /** Returns the name of the engine. */
    static String engine(String named) {
        return named.replaceAll(":.*", "");
    }
}
