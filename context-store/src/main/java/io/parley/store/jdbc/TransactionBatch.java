package io.parley.store.jdbc;

import io.parley.context.Change;
import io.parley.context.EngineState;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import io.parley.context.Transaction;
import io.parley.context.Usage;
import io.parley.context.Value;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Database transaction that contains several transactions of the store: everything they need is locked and read at
 * once, they are applied in memory, and all results are written at once.
 *
 * <p>Locks are taken in a fixed order, scopes before owners and each by name, so that processes cannot deadlock.
 */
final class TransactionBatch implements EngineState {
    private final Session session;
    private final Dialect dialect;
    private final Instant now;
    private final Map<Key, Slot> slots = new LinkedHashMap<>();
    private final Map<String, Usage> usages = new HashMap<>();
    private final Set<String> charged = new LinkedHashSet<>();
    private final Map<Scope, Long> lastLogged = new HashMap<>();
    private final List<LogRecord> log = new ArrayList<>();
    private long forgotten;
    private long[] numbers = {};
    private int numbersUsed;

    /** Entry at a key, before and now. */
    private static final class Slot {
        private final boolean wasThere;
        private @Nullable EntryInfo entry;
        private @Nullable Value value;
        private boolean isChanged;

        Slot(@Nullable EntryInfo entry) {
            this.wasThere = entry != null;
            this.entry = entry;
        }
    }

    private TransactionBatch(Session session, Dialect dialect, Instant now) {
        this.session = session;
        this.dialect = dialect;
        this.now = now;
    }

    /** Locks and reads what the transactions need. */
    static TransactionBatch forTransactions(
            Session session, Dialect dialect, JdbcClock clock, Collection<Transaction> all) throws SQLException {
        List<Key> keys = new ArrayList<>();
        SortedSet<String> owners = new TreeSet<>();
        for (Transaction transaction : all) {
            for (Change change : transaction.changes()) {
                keys.add(transaction.scope().key(change.name()));
                if (change instanceof Change.Put put) {
                    owners.add(put.owner());
                }
            }
        }
        return locked(session, dialect, clock, keys, owners, all.size());
    }

    /** Locks and reads what the removal of these entries needs. */
    static TransactionBatch forKeys(Session session, Dialect dialect, JdbcClock clock, Collection<Key> keys)
            throws SQLException {
        return locked(session, dialect, clock, keys, new TreeSet<>(), keys.size());
    }

    private static TransactionBatch locked(
            Session session,
            Dialect dialect,
            JdbcClock clock,
            Collection<Key> keys,
            SortedSet<String> owners,
            int numbers)
            throws SQLException {
        SortedSet<Scope> scopes = new TreeSet<>(Comparator.comparing(Scope::id));
        keys.forEach(key -> scopes.add(key.scope()));
        dialect.lockScopes(session, scopes);
        TransactionBatch batch = new TransactionBatch(session, dialect, clock.now(session));
        dialect.find(session, keys, batch);
        for (Slot slot : batch.slots.values()) {
            if (slot.entry != null) {
                owners.add(slot.entry.owner());
            }
        }
        dialect.lockOwners(session, owners, batch);
        batch.forgotten = session.number(0, Sql.META_READ, JdbcStore.FORGOTTEN);
        dialect.findLogs(session, scopes, batch);
        batch.numbers = dialect.numbers(session, numbers);
        return batch;
    }

    /** Adds the entry at a key, as found by the dialect; null for none. */
    void found(Key key, @Nullable EntryInfo entry) {
        slots.put(key, new Slot(entry));
    }

    /** Adds the usage of an owner, as found by the dialect. */
    void found(String owner, Usage usage) {
        usages.put(owner, usage);
    }

    /** Adds the last number in a scope's log, as found by the dialect. */
    void found(Scope scope, long last) {
        lastLogged.put(scope, last);
    }

    /** Writes the changes; they take effect when the transaction is committed. */
    void write() throws SQLException {
        writeEntries();
        for (String owner : charged) {
            Usage usage = usage(owner);
            session.with(Sql.CHARGE, owner, usage.entries(), usage.bytes()).addBatch();
        }
        executeBatch(Sql.CHARGE, charged.isEmpty());
        writeLog();
        dialect.announce(session, watchable());
    }

    private void writeEntries() throws SQLException {
        int puts = 0;
        int touches = 0;
        int deletes = 0;
        for (Map.Entry<Key, Slot> each : slots.entrySet()) {
            Slot slot = each.getValue();
            String scope = each.getKey().scope().id();
            String name = each.getKey().name();
            if (slot.isChanged && slot.entry == null && slot.wasThere) {
                session.with(Sql.DELETE, scope, name).addBatch();
                deletes++;
            } else if (slot.isChanged && slot.entry != null && slot.value != null) {
                bindPut(slot.entry, slot.value).addBatch();
                puts++;
            } else if (slot.isChanged && slot.entry != null) {
                session.with(Sql.TOUCH, slot.entry.expiresAt().toEpochMilli(), scope, name)
                        .addBatch();
                touches++;
            }
        }
        executeBatch(Sql.DELETE, deletes == 0);
        executeBatch(Sql.PUT, puts == 0);
        executeBatch(Sql.TOUCH, touches == 0);
    }

    private PreparedStatement bindPut(EntryInfo entry, Value value) throws SQLException {
        return session.with(
                Sql.PUT,
                entry.key().scope().id(),
                entry.key().name(),
                entry.version(),
                entry.expiresAt().toEpochMilli(),
                entry.owner(),
                entry.mediaType(),
                entry.length(),
                entry.content().hash(),
                value.toArray());
    }

    private void writeLog() throws SQLException {
        int ordinal = 0;
        for (LogRecord what : log) {
            session.with(
                            Sql.LOG,
                            what.key().scope().id(),
                            what.number(),
                            ordinal++,
                            what.previous(),
                            what.at().toEpochMilli(),
                            what.key().name(),
                            what.kind().name(),
                            what.author(),
                            what.length(),
                            what.content().hash())
                    .addBatch();
        }
        executeBatch(Sql.LOG, log.isEmpty());
    }

    private void executeBatch(String sql, boolean isEmpty) throws SQLException {
        if (!isEmpty) {
            session.runBatch(sql);
        }
    }

    /** Returns the scopes whose logs have grown. */
    Set<Scope> watchable() {
        Set<Scope> scopes = new LinkedHashSet<>();
        log.forEach(what -> scopes.add(what.key().scope()));
        return scopes;
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public @Nullable EntryInfo find(Key key) {
        Slot slot = slots.get(key);
        return slot == null ? null : slot.entry;
    }

    @Override
    public Usage usage(String owner) {
        return usages.getOrDefault(owner, Usage.NONE);
    }

    @Override
    public long nextNumber() {
        return numbers[numbersUsed++];
    }

    @Override
    public long lastLogged(Scope scope) {
        return lastLogged.getOrDefault(scope, forgotten);
    }

    @Override
    public void put(EntryInfo entry, Value value) {
        change(entry.key(), entry, value);
    }

    @Override
    public void touch(EntryInfo entry) {
        Slot slot = slots.get(entry.key());
        change(entry.key(), entry, slot == null ? null : slot.value);
    }

    @Override
    public void remove(EntryInfo entry) {
        change(entry.key(), null, null);
    }

    private void change(Key key, @Nullable EntryInfo entry, @Nullable Value value) {
        Slot slot = slots.computeIfAbsent(key, absent -> new Slot(null));
        slot.entry = entry;
        slot.value = value;
        slot.isChanged = true;
    }

    @Override
    public void charge(String owner, Usage usage) {
        usages.put(owner, usage);
        charged.add(owner);
    }

    @Override
    public void log(LogRecord what) {
        log.add(what);
        lastLogged.put(what.key().scope(), what.number());
    }
}
