package io.parley.store.jdbc;

import io.parley.testkit.context.DurablePlace;
import io.parley.testkit.context.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A separate schema on a server. */
record PostgresPlace(PostgresServer server, String schema) implements DurablePlace {
    static PostgresPlace create() throws Exception {
        return on(PostgresServer.shared());
    }

    static PostgresPlace on(PostgresServer server) throws IOException, InterruptedException {
        return new PostgresPlace(server, server.newSchema());
    }

    @Override
    public String address() {
        return server.address(schema);
    }

    void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        run("DROP SCHEMA " + schema + " CASCADE");
    }
}
