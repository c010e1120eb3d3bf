package io.parley.store.jdbc;

import io.parley.context.Scope;
import io.parley.context.Watches;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives the announcements of other processes on a connection of its own, while there are watchers. Announcements may
 * get lost; watchers rely on a check of their logs after each silence of two seconds.
 */
final class PostgresHints implements AutoCloseable {
    static final String CHANNEL = "parley_context";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresHints.class);
    private static final int SILENCE_MILLIS = 2_000;
    private static final int SLICE_MILLIS = 100;

    private final Dialect dialect;
    private @Nullable Session session;
    private boolean hasFailed;
    private volatile boolean closed;

    PostgresHints(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Listens for a while, and passes on the announcements. */
    synchronized void pass(Watches watches) {
        if (closed || watches.isEmpty()) {
            drop();
            return;
        }
        try {
            List<Scope> notified = awaitNotifications(listening().unwrap(PGConnection.class));
            hasFailed = false;
            if (notified.isEmpty()) {
                watches.hintAll();
            }
            notified.forEach(watches::hint);
        } catch (SQLException e) {
            drop();
            if (!closed && !hasFailed) {
                LOG.warn(
                        "{}: cannot listen for changes, watchers wait until it can be reached again",
                        dialect.place(),
                        e);
            }
            hasFailed = true;
        }
    }

    /** Waits for notifications; returns none after the silence, or once closed. */
    private List<Scope> awaitNotifications(PGConnection connection) throws SQLException {
        List<Scope> scopes = new ArrayList<>();
        for (int waited = 0; waited < SILENCE_MILLIS && scopes.isEmpty() && !closed; waited += SLICE_MILLIS) {
            PGNotification[] notified = connection.getNotifications(SLICE_MILLIS);
            for (PGNotification each : notified == null ? new PGNotification[0] : notified) {
                scopes.add(new Scope(each.getParameter()));
            }
        }
        return scopes;
    }

    private Connection listening() throws SQLException {
        Session open = session;
        if (open == null) {
            open = dialect.connect();
            session = open;
            open.connection().setAutoCommit(true);
            try (Statement statement = open.connection().createStatement()) {
                statement.execute("LISTEN " + CHANNEL);
            }
        }
        return open.connection();
    }

    private void drop() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            drop();
        }
    }
}
