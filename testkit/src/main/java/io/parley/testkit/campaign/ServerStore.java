package io.parley.testkit.campaign;

import io.parley.testkit.context.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;

/** The store of a campaign's servers, as it is named on the command line. */
final class ServerStore {
    /** A file of the one server. */
    static final String SQLITE = "sqlite";

    private static final String POSTGRESQL = "postgresql";

    private ServerStore() {}

    /**
     * Returns the address for servers: of a file in the folder for {@code sqlite}, of a server that is started for {@code
     * postgresql}, else the address that was given.
     */
    static String address(String named, Path folder) throws IOException, InterruptedException {
        return switch (named) {
            case SQLITE -> "sqlite:" + folder.resolve("server.db");
            default -> shared(named);
        };
    }

    /** Returns the address for several servers: of one that is started for {@code postgresql}, else the address that was given. */
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
