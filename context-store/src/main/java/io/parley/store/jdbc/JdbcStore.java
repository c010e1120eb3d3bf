package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.ContextStore;
import io.parley.context.Cursor;
import io.parley.context.Durability;
import io.parley.context.Entry;
import io.parley.context.EntryInfo;
import io.parley.context.Health;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Read;
import io.parley.context.Rules;
import io.parley.context.Scope;
import io.parley.context.StoreSettings;
import io.parley.context.StoreThreads;
import io.parley.context.StoreTraits;
import io.parley.context.Subscription;
import io.parley.context.Transaction;
import io.parley.context.TransactionOutcome;
import io.parley.context.Usage;
import io.parley.context.Value;
import io.parley.context.Watcher;
import io.parley.context.Watches;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Context store in a database; the dialect handles the kind of database. */
final class JdbcStore implements ContextStore {
    /** Name in the table of single numbers: the last number that was dropped from a log. */
    static final String FORGOTTEN = "forgotten";

    private final Dialect dialect;
    private final StoreSettings settings;
    private final JdbcClock clock;
    private final Rules rules;
    private final StoreTraits capabilities;
    private final String get;
    private final ReaderPool readers;
    private final Writer writer;
    private final Sweep sweep;
    private final StoreThreads threads;
    private final Watches watches;

    private JdbcStore(Dialect dialect, StoreSettings settings, Durability durability) {
        this.dialect = dialect;
        this.settings = settings;
        this.clock = JdbcClock.of(dialect, settings);
        this.rules = new Rules(settings.limits());
        this.capabilities = new StoreTraits(dialect.engine(), durability, dialect.isShared());
        this.get = Sql.get(clock.expression());
        this.readers = new ReaderPool(dialect);
        this.threads = new StoreThreads(dialect.engine());
        this.watches = new Watches(new Tail(), threads);
        this.writer = new Writer(dialect, clock, rules, watches::hint);
        this.sweep = new Sweep(dialect, clock, rules, watches::hint);
    }

    private void start() {
        writer.start();
        threads.every(settings.sweepEvery(), "Sweeping " + dialect.place(), this::sweep);
        dialect.listen(watches, threads);
    }

    /**
     * Opens the store, and creates its tables if they are absent. Closes the dialect with the store, or if opening
     * fails.
     *
     * @throws ParleyException {@code CONTEXT_UNAVAILABLE} if the database cannot be used
     */
    static ContextStore open(Dialect dialect, StoreSettings settings) {
        boolean isOpen = false;
        try {
            Durability durability = prepare(dialect);
            isOpen = true;
            JdbcStore store = new JdbcStore(dialect, settings, durability);
            store.start();
            return store;
        } catch (SQLException e) {
            throw Failures.unavailable(dialect, "to open", e);
        } finally {
            if (!isOpen) {
                dialect.close();
            }
        }
    }

    /**
     * Prepares the database in a session that is closed before others are opened: while SQLite closes its last session,
     * the first write of another is refused as busy.
     */
    private static Durability prepare(Dialect dialect) throws SQLException {
        try (Session session = dialect.connect()) {
            dialect.makeTables(session);
            checkVersion(dialect, session);
            session.commit();
            Durability durability = dialect.durability(session);
            session.rollback();
            return durability;
        }
    }

    private static void checkVersion(Dialect dialect, Session session) throws SQLException {
        long found = session.number(0, Sql.META_READ, "schema");
        if (found == 0) {
            session.update(Sql.META_WRITE, "schema", Sql.SCHEMA_VERSION);
        } else if (found != Sql.SCHEMA_VERSION) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    dialect.place() + ": expected tables of version " + Sql.SCHEMA_VERSION + ", found " + found
                            + "; another version of Parley made them");
        }
    }

    @Override
    public StoreTraits capabilities() {
        return capabilities;
    }

    @Override
    public Optional<Entry> get(Key key, Read read) {
        return readers.read(session -> {
            try (ResultSet row = session.with(get, key.scope().id(), key.name()).executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                EntryInfo info = Rows.info(row);
                if (info.isExpired(clock.of(row, 10))) {
                    return Optional.empty();
                }
                Value value = Value.handOver(row.getBytes(9), info.mediaType());
                return Optional.of(new Entry(info, value.checked(info.content(), key)));
            }
        });
    }

    @Override
    public CompletionStage<TransactionOutcome> apply(Transaction transaction) {
        try {
            rules.check(transaction);
            return writer.apply(transaction);
        } catch (ParleyException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public List<EntryInfo> list(Scope scope, Cursor after, int limit) {
        Rules.checkPage(limit);
        String name = after.scope().equals(scope.id()) ? after.name() : "";
        return readers.read(session -> {
            long now = clock.now(session).toEpochMilli();
            try (ResultSet rows =
                    session.with(Sql.LIST, scope.id(), name, now, limit).executeQuery()) {
                return Rows.infos(rows);
            }
        });
    }

    @Override
    public List<EntryInfo> owned(String owner, Cursor after, int limit) {
        Rules.checkPage(limit);
        return readers.read(session -> {
            long now = clock.now(session).toEpochMilli();
            try (ResultSet rows = session.with(Sql.OWNED, owner, after.scope(), after.name(), now, limit)
                    .executeQuery()) {
                return Rows.infos(rows);
            }
        });
    }

    @Override
    public Instant now() {
        return readers.read(clock::now);
    }

    @Override
    public Usage usage(String owner) {
        return readers.read(session -> {
            try (ResultSet row = session.with(Sql.USAGE, owner).executeQuery()) {
                return row.next() ? new Usage(row.getLong(1), row.getLong(2)) : Usage.NONE;
            }
        });
    }

    @Override
    public List<LogRecord> log(Scope scope, long after, int limit) {
        Rules.checkPage(limit);
        return readers.read(session -> {
            try (ResultSet rows = session.with(Sql.READ_LOG, scope.id(), after, scope.id(), after, limit - 1)
                    .executeQuery()) {
                return Rows.log(scope, rows);
            }
        });
    }

    @Override
    public Subscription watch(Scope scope, long after, Watcher watcher) {
        return watches.watch(scope, after, watcher);
    }

    @Override
    public int sweep() {
        int all = repeat(sweep.expire());
        repeat(sweep.forget(now().minus(settings.logRetention())));
        return all;
    }

    private int repeat(Writer.WriteTask task) {
        int all = 0;
        int some;
        do {
            some = writer.run(task);
            all += some;
        } while (some > 0);
        return all;
    }

    @Override
    public Health check() {
        try {
            return new Health(true, dialect.place() + " answered at " + now() + " of its time");
        } catch (ParleyException e) {
            return new Health(false, e.text());
        }
    }

    @Override
    public void close() {
        threads.close();
        writer.close();
        readers.close();
        dialect.close();
    }

    /** Log that the watchers read. */
    private final class Tail implements Watches.Log {
        @Override
        public List<LogRecord> read(Scope scope, long after, int limit) {
            return log(scope, after, limit);
        }

        @Override
        public long last(Scope scope) {
            return readers.read(session ->
                    session.number(session.number(0, Sql.META_READ, FORGOTTEN), Sql.LAST_LOGGED, scope.id()));
        }
    }
}
