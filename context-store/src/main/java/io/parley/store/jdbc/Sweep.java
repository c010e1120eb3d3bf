package io.parley.store.jdbc;

import io.parley.context.Key;
import io.parley.context.Rules;
import io.parley.context.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Removes expired entries and drops old log records, a portion per database transaction. */
record Sweep(Dialect dialect, JdbcClock clock, Rules rules, Consumer<Scope> changed) {
    private static final int PORTION = 500;

    /** Returns a task that removes a portion of the expired entries; its result is 0 if there are none. */
    Writer.WriteTask expire() {
        return session -> {
            List<Key> keys = expired(session);
            if (keys.isEmpty()) {
                return 0;
            }
            TransactionBatch batch = TransactionBatch.forKeys(session, dialect, clock, keys);
            int cleared = 0;
            for (Key key : keys) {
                cleared += rules.expire(key, batch) ? 1 : 0;
            }
            batch.write();
            session.commit();
            batch.watchable().forEach(changed);
            return cleared;
        };
    }

    private List<Key> expired(Session session) throws SQLException {
        long now = clock.now(session).toEpochMilli();
        try (ResultSet rows = session.with(Sql.EXPIRED, now, PORTION).executeQuery()) {
            return Rows.keys(rows);
        }
    }

    /**
     * Returns a task that drops a portion of the log records before {@code oldest}; its result is 0 if there are none.
     */
    Writer.WriteTask forget(Instant oldest) {
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
