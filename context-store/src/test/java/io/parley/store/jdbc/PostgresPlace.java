package io.parley.store.jdbc;

import io.parley.context.ContextStore;
import io.parley.context.ContextStores;
import io.parley.context.StoreSettings;
import io.parley.testkit.context.PostgresServer;
import io.parley.testkit.context.StorePlace;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A schema of its own on a server. */
record PostgresPlace(PostgresServer server, String schema) implements StorePlace {
    static PostgresPlace create() throws Exception {
        return on(PostgresServer.shared());
    }

    static PostgresPlace on(PostgresServer server) throws IOException, InterruptedException {
        return new PostgresPlace(server, server.newSchema());
    }

    String address() {
        return server.address(schema);
    }

    void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public ContextStore open(StoreSettings settings) {
        return ContextStores.open(address(), settings);
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() throws SQLException {
        run("DROP SCHEMA " + schema + " CASCADE");
    }
}
