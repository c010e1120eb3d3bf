package io.parley.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection with its prepared statements. Belongs to one thread at a time. */
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

    /** The statement, prepared once, with these parameters. */
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
     * Runs what was added to the statement's batch. The driver of PostgreSQL asserts, while it tells that the connection was
     * lost, that the connection still answers; with assertions on that is the loss too.
     */
    void runBatch(String sql) throws SQLException {
        try {
            with(sql).executeBatch();
        } catch (AssertionError e) {
            throw new SQLException("the connection was lost within a batch", CONNECTION_LOST, e);
        }
    }

    /** The first column of the first row as a number, or the default if there is none. */
    long number(long otherwise, String sql, Object... parameters) throws SQLException {
        try (ResultSet rows = with(sql, parameters).executeQuery()) {
            if (!rows.next()) {
                return otherwise;
            }
            long number = rows.getLong(1);
            return rows.wasNull() ? otherwise : number;
        }
    }

    /** Runs a query for what it does, to the end of its rows; how many. */
    int run(String sql, Object... parameters) throws SQLException {
        int count = 0;
        try (ResultSet rows = with(sql, parameters).executeQuery()) {
            while (rows.next()) {
                count++;
            }
        }
        return count;
    }

    /** The first column of the first row as text. */
    String text(String sql) throws SQLException {
        try (ResultSet rows = with(sql).executeQuery()) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    void commit() throws SQLException {
        connection.commit();
    }

    /** Takes back what was not committed, and what was to be; a connection that cannot even do that is closed. */
    void rollback() {
        try {
            for (PreparedStatement statement : statements.values()) {
                statement.clearBatch();
            }
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("A transaction could not be rolled back; its connection is closed", e);
            close();
        }
    }

    boolean isClosed() {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            LOG.debug("A connection that does not say whether it is closed is", e);
            return true;
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("A connection did not close well", e);
        }
    }
}
