package io.parley.store.jdbc;

import io.parley.context.StoreSettings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Clock of a store: the server's, where processes on several machines share it, otherwise that of the settings.
 *
 * @param expression the server's time as SQL, or {@code 0}
 * @param own clock of the settings
 */
record JdbcClock(String expression, InstantSource own) {
    private static final String NONE = "0";

    static JdbcClock of(Dialect dialect, StoreSettings settings) {
        return new JdbcClock(settings.ownClock() ? NONE : dialect.now(), settings.clock());
    }

    Instant now(Session session) throws SQLException {
        return isOfServer() ? Instant.ofEpochMilli(session.number(0, "SELECT " + expression)) : ownNow();
    }

    /** Returns the time at which a row was read, from the column with the expression. */
    Instant of(ResultSet row, int column) throws SQLException {
        return isOfServer() ? Instant.ofEpochMilli(row.getLong(column)) : ownNow();
    }

    private boolean isOfServer() {
        return !expression.equals(NONE);
    }

    private Instant ownNow() {
        return own.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
