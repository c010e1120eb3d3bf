package io.parley.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection with its prepared statements. Used by one thread at a time. */
final class Session implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    /** SQL state connection_failure (SQL:2016, class 08). */
    private static final String CONNECTION_LOST = "08006";

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Session(Connection connection) {
        this.connection = connection;
    }

    Connection connection() {
        return connection;
    }

    /** Returns a statement, prepared once, with these parameters. */
    PreparedStatement with(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    int update(String sql, Object... parameters) throws SQLException {
        return with(sql, parameters).executeUpdate();
    }

    /**
     * Executes the batch of a statement. While it reports a lost connection, PostgreSQL's driver asserts that the
     * connection still responds; with assertions enabled, that error means the loss too.
     */
    void runBatch(String sql) throws SQLException {
        try {
            with(sql).executeBatch();
        } catch (AssertionError e) {
            throw new SQLException("the connection was lost within a batch", CONNECTION_LOST, e);
        }
    }

    /** Returns the first column of the first row as a number; the default if there is no row. */
    long number(long defaultValue, String sql, Object... parameters) throws SQLException {
        try (ResultSet rows = with(sql, parameters).executeQuery()) {
            if (!rows.next()) {
                return defaultValue;
            }
            long number = rows.getLong(1);
            return rows.wasNull() ? defaultValue : number;
        }
    }

    /** Runs a query for its effect, to the end of its rows; returns their number. */
    int run(String sql, Object... parameters) throws SQLException {
        int count = 0;
        try (ResultSet rows = with(sql, parameters).executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    /** Returns the first column of the first row as text. */
    String text(String sql) throws SQLException {
        try (ResultSet rows = with(sql).executeQuery()) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Rolls back the transaction and clears pending batches; closes the connection if that fails. */
    void rollback() {
        try {
            for (PreparedStatement statement : statements.values()) {
                statement.clearBatch();
            }
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("Closing a connection whose transaction cannot be rolled back", e);
            close();
        }
    }

    boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            LOG.debug("Cannot tell whether a connection is closed, taking it as closed", e);
            return true;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("Connection did not close in order", e);
        }
    }
}
