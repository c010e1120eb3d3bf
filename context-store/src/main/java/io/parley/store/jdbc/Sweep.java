package io.parley.store.jdbc;

import io.parley.context.Key;
import io.parley.context.Rules;
import io.parley.context.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Clears away what has expired and forgets old log records, a portion in each transaction of the database. */
record Sweep(Dialect dialect, JdbcClock clock, Rules rules, Consumer<Scope> changed) {
    private static final int PORTION = 500;

    /** Clears a portion away; 0 if nothing has expired. */
    Writer.Chore expire() {
        return session -> {
            List<Key> keys = expired(session);
            if (keys.isEmpty()) {
                return 0;
            }
            Book book = Book.forKeys(session, dialect, clock, keys);
            int cleared = 0;
            for (Key key : keys) {
                cleared += rules.expire(key, book) ? 1 : 0;
            }
            book.write();
            session.commit();
            book.watchable().forEach(changed);
            return cleared;
        };
    }

    private List<Key> expired(Session session) throws SQLException {
        long now = clock.now(session).toEpochMilli();
        try (ResultSet rows = session.with(Sql.EXPIRED, now, PORTION).executeQuery()) {
            return Rows.keys(rows);
        }
    }

    /** Forgets a portion of what is older than that; 0 if nothing is. */
    Writer.Chore forget(Instant oldest) {
        return session -> {
            long upTo = session.number(Long.MIN_VALUE, Sql.OLDEST, oldest.toEpochMilli(), PORTION);
            if (upTo == Long.MIN_VALUE) {
                return 0;
            }
            long last = session.number(0, Sql.LAST_OF_OLDEST, upTo);
            long forgotten = session.number(0, Sql.META_READ, JdbcStore.FORGOTTEN);
            session.update(Sql.META_WRITE, JdbcStore.FORGOTTEN, Math.max(last, forgotten));
            return session.update(Sql.FORGET, upTo);
        };
    }
}
