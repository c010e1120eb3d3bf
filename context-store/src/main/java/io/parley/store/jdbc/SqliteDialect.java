package io.parley.store.jdbc;

import io.parley.context.Durability;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.StoreThreads;
import io.parley.context.Usage;
import io.parley.context.Watches;
import io.parley.store.PathLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedSet;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;

/**
 * SQLite in this process: a write-ahead log that is forced to the medium at every commit (docs/adr/0011). One process
 * has the file and one connection writes, so no locks are needed inside.
 */
final class SqliteDialect implements Dialect {
    private static final String NUMBER = "number";
    private static final int PRIMARY_CODE = 0xFF;

    private static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS parley_meta (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL)",
            "CREATE TABLE IF NOT EXISTS parley_entry (scope TEXT NOT NULL, name TEXT NOT NULL,"
                    + " version INTEGER NOT NULL, expires INTEGER NOT NULL, owner TEXT NOT NULL, media TEXT NOT NULL,"
                    + " length INTEGER NOT NULL, sha256 BLOB NOT NULL, value BLOB NOT NULL, UNIQUE (scope, name))",
            "CREATE INDEX IF NOT EXISTS parley_entry_owner ON parley_entry (owner, scope, name)",
            "CREATE INDEX IF NOT EXISTS parley_entry_expires ON parley_entry (expires)",
            "CREATE TABLE IF NOT EXISTS parley_usage (owner TEXT NOT NULL PRIMARY KEY, entries INTEGER NOT NULL,"
                    + " bytes INTEGER NOT NULL)",
            "CREATE TABLE IF NOT EXISTS parley_log (scope TEXT NOT NULL, number INTEGER NOT NULL,"
                    + " ordinal INTEGER NOT NULL, previous INTEGER NOT NULL, at INTEGER NOT NULL, name TEXT NOT NULL,"
                    + " kind TEXT NOT NULL, author TEXT NOT NULL, length INTEGER NOT NULL, sha256 BLOB NOT NULL,"
                    + " UNIQUE (scope, number, ordinal))",
            "CREATE INDEX IF NOT EXISTS parley_log_at ON parley_log (at)");

    private final Path path;
    private final Map<String, String> pragmas;
    private final PathLock lock;

    /**
     * Creates a dialect.
     *
     * @param path of a file in a directory; both are created if absent
     */
    SqliteDialect(Path path) {
        this(path, Map.of());
    }

    /**
     * Creates a dialect.
     *
     * @param pragmas set on every connection, in addition to the store's own
     */
    SqliteDialect(Path path, Map<String, String> pragmas) {
        this.path = path;
        this.pragmas = pragmas;
        this.lock = PathLock.ofFile(path);
    }

    @Override
    public String engine() {
        return SqliteStoreProvider.ENGINE;
    }

    @Override
    public String place() {
        return "sqlite context store " + path;
    }

    @Override
    public Session connect() throws SQLException {
        Properties settings = new Properties();
        settings.putAll(pragmas);
        settings.setProperty("journal_mode", "WAL");
        settings.setProperty("synchronous", "FULL");
        settings.setProperty("busy_timeout", "5000");
        settings.setProperty("journal_size_limit", String.valueOf(64 * 1024 * 1024));
        var connection = JDBC.createConnection(JDBC.PREFIX + path, settings);
        connection.setAutoCommit(false);
        return new Session(connection);
    }

    @Override
    public void makeTables(Session session) throws SQLException {
        try (Statement statement = session.connection().createStatement()) {
            for (String table : TABLES) {
                statement.execute(table);
            }
        }
    }

    @Override
    public Durability durability(Session session) throws SQLException {
        boolean isForced =
                session.text("PRAGMA journal_mode").equals("wal") && session.number(0, "PRAGMA synchronous") >= 2;
        return isForced ? Durability.MEDIA : Durability.PROCESS;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public String now() {
        return "0";
    }

    @Override
    public void lockScopes(Session session, SortedSet<Scope> scopes) {
        // The only writer implies all locks.
    }

    @Override
    public void lockOwners(Session session, SortedSet<String> owners, TransactionBatch batch) throws SQLException {
        for (String owner : owners) {
            try (ResultSet row = session.with(Sql.USAGE, owner).executeQuery()) {
                if (row.next()) {
                    batch.found(owner, new Usage(row.getLong(1), row.getLong(2)));
                }
            }
        }
    }

    @Override
    public long[] numbers(Session session, int count) throws SQLException {
        long last = session.number(0, Sql.META_READ, NUMBER);
        session.update(Sql.META_WRITE, NUMBER, last + count);
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = last + 1 + i;
        }
        return numbers;
    }

    @Override
    public void find(Session session, Collection<Key> keys, TransactionBatch batch) throws SQLException {
        for (Key key : keys) {
            try (ResultSet row =
                    session.with(Sql.FIND, key.scope().id(), key.name()).executeQuery()) {
                EntryInfo found = row.next() ? Rows.info(row) : null;
                batch.found(key, found);
            }
        }
    }

    @Override
    public void findLogs(Session session, Collection<Scope> scopes, TransactionBatch batch) throws SQLException {
        for (Scope scope : scopes) {
            long last = session.number(0, Sql.LAST_LOGGED, scope.id());
            if (last != 0) {
                batch.found(scope, last);
            }
        }
    }

    @Override
    public void announce(Session session, Collection<Scope> scopes) {
        // There are no other processes.
    }

    @Override
    public void listen(Watches watches, StoreThreads threads) {
        // There are no other processes.
    }

    @Override
    public boolean isRolledBack(SQLException ofCommit) {
        // SQLite detects these before it writes the commit record.
        SQLiteErrorCode code = code(ofCommit);
        return code == SQLiteErrorCode.SQLITE_FULL
                || code == SQLiteErrorCode.SQLITE_BUSY
                || code == SQLiteErrorCode.SQLITE_READONLY;
    }

    @Override
    public boolean isLost(SQLException failure) {
        // A connection survives the failure of a statement, except for these.
        SQLiteErrorCode code = code(failure);
        return code == SQLiteErrorCode.SQLITE_IOERR
                || code == SQLiteErrorCode.SQLITE_CORRUPT
                || code == SQLiteErrorCode.SQLITE_NOTADB
                || code == SQLiteErrorCode.SQLITE_CANTOPEN;
    }

    @Override
    public String advice(SQLException failure) {
        return switch (code(failure)) {
            case SQLITE_FULL -> "the disk is full: make room, the store recovers by itself";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                Files.isDirectory(path)
                        ? "the path is a folder: name a file in it"
                        : "the files cannot be written: check their rights";
            case SQLITE_CORRUPT, SQLITE_NOTADB -> "the file is damaged or no database: restore it from a backup";
            default -> "check the disk, and the cause in the log";
        };
    }

    private static SQLiteErrorCode code(SQLException failure) {
        return SQLiteErrorCode.getErrorCode(failure.getErrorCode() & PRIMARY_CODE);
    }

    @Override
    public void close() {
        lock.close();
    }
}
