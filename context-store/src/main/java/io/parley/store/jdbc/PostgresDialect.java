package io.parley.store.jdbc;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.context.Durability;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.StoreThreads;
import io.parley.context.Usage;
import io.parley.context.Watches;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.SortedSet;
import org.postgresql.Driver;

/**
 * PostgreSQL 15 or later, shared by any number of processes (docs/adr/0011). A scope is locked by an advisory lock on
 * the hash of its name, even if it has no row yet; an owner by its row. The store uses the server's clock.
 */
final class PostgresDialect implements Dialect {
    private static final int OLDEST_VERSION = 150_000;
    private static final Duration LISTEN_EVERY = Duration.ofSeconds(1);
    private static final String SCHEMA_LOCK = "the tables of parley";
    /** No password where one is asked for, or TLS where the server has none. */
    private static final String CONNECTION_REJECTED = "08004";

    private static final String NO_SCHEMA = "3F000";
    private static final String CONNECTION_FAILED = "08";
    private static final String SERVER_STOPS = "57P";

    private static final List<String> TABLES = List.of(
            "CREATE SEQUENCE parley_number",
            "CREATE TABLE parley_meta (name TEXT NOT NULL PRIMARY KEY, value BIGINT NOT NULL)",
            "CREATE TABLE parley_entry (scope TEXT COLLATE \"C\" NOT NULL, name TEXT COLLATE \"C\" NOT NULL,"
                    + " version BIGINT NOT NULL, expires BIGINT NOT NULL, owner TEXT COLLATE \"C\" NOT NULL,"
                    + " media TEXT NOT NULL, length INTEGER NOT NULL, sha256 BYTEA NOT NULL, value BYTEA NOT NULL,"
                    + " PRIMARY KEY (scope, name))",
            "CREATE INDEX parley_entry_owner ON parley_entry (owner, scope, name)",
            "CREATE INDEX parley_entry_expires ON parley_entry (expires)",
            "CREATE TABLE parley_usage (owner TEXT COLLATE \"C\" NOT NULL PRIMARY KEY, entries BIGINT NOT NULL,"
                    + " bytes BIGINT NOT NULL)",
            "CREATE TABLE parley_log (scope TEXT COLLATE \"C\" NOT NULL, number BIGINT NOT NULL,"
                    + " ordinal INTEGER NOT NULL, previous BIGINT NOT NULL, at BIGINT NOT NULL,"
                    + " name TEXT COLLATE \"C\" NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL,"
                    + " length INTEGER NOT NULL, sha256 BYTEA NOT NULL, PRIMARY KEY (scope, number, ordinal))",
            "CREATE INDEX parley_log_at ON parley_log (at)");

    private static final String FIND_ALL = "SELECT scope, name, version, expires, owner, media, length, sha256"
            + " FROM parley_entry JOIN unnest(?::text[], ?::text[]) AS wanted (s, n) ON scope = s AND name = n";

    private static final String LOCK_OWNERS = "SELECT owner, entries, bytes FROM parley_usage"
            + " WHERE owner = ANY (?::text[]) ORDER BY owner FOR UPDATE";

    /** Reads the end of the index of each log, not all of its records. */
    private static final String LAST_OF_LOGS =
            "SELECT s, (SELECT max(number) FROM parley_log WHERE scope = s) AS last FROM unnest(?::text[]) AS s";

    private final PostgresAddress address;
    private final PostgresHints hints;

    PostgresDialect(PostgresAddress address) {
        this.address = address;
        this.hints = new PostgresHints(this);
    }

    @Override
    public String engine() {
        return PostgresStoreProvider.ENGINE;
    }

    /** Returns the store's name without user, password and settings, which may be secret. */
    @Override
    public String place() {
        return "postgresql context store " + address;
    }

    @Override
    public Session connect() throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("ApplicationName", "parley");
        settings.setProperty("connectTimeout", "5");
        settings.setProperty("socketTimeout", "30");
        settings.setProperty("tcpKeepAlive", "true");
        settings.setProperty("targetServerType", "primary");
        settings.setProperty("logServerErrorDetail", "false");
        address.addCredentials(settings);
        Connection connection = new Driver().connect(address.url(), settings);
        if (connection == null) {
            throw new SQLException("the driver does not accept this address");
        }
        try (Statement statement = connection.createStatement()) {
            // A process that is stopped within a transaction must not block the others for ever.
            statement.execute("SET idle_in_transaction_session_timeout = '10s'");
            statement.execute("SET lock_timeout = '10s'");
            statement.execute("SELECT set_config('synchronous_commit', 'on', false)"
                    + " WHERE current_setting('synchronous_commit') = 'off'");
            connection.setAutoCommit(false);
            return new Session(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public void makeTables(Session session) throws SQLException {
        long version = session.number(0, "SELECT current_setting('server_version_num')::bigint");
        if (version < OLDEST_VERSION) {
            throw new ParleyException(
                    ErrorCode.CONTEXT_UNAVAILABLE,
                    place() + ": expected PostgreSQL 15 or later, found " + version / 10_000);
        }
        lock(session, new long[] {number(SCHEMA_LOCK)});
        if (session.number(0, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('parley_meta')") == 0) {
            try (Statement statement = session.connection().createStatement()) {
                for (String table : TABLES) {
                    statement.execute(table);
                }
            }
        }
    }

    @Override
    public Durability durability(Session session) throws SQLException {
        if (!session.text("SHOW fsync").equals("on")) {
            return Durability.PROCESS;
        }
        String commit = session.text("SHOW synchronous_commit");
        boolean hasStandby = !session.text("SHOW synchronous_standby_names").isEmpty();
        boolean waitsForIt = commit.equals("on") || commit.equals("remote_apply");
        return hasStandby && waitsForIt ? Durability.REPLICATED : Durability.MEDIA;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public String now() {
        return "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    }

    @Override
    public void lockScopes(Session session, SortedSet<Scope> scopes) throws SQLException {
        lock(
                session,
                scopes.stream().mapToLong(scope -> number(scope.id())).sorted().toArray());
    }

    private static void lock(Session session, long[] numbers) throws SQLException {
        Object[] boxed = Arrays.stream(numbers).boxed().toArray();
        session.run("SELECT pg_advisory_xact_lock(n) FROM unnest(?::bigint[]) AS n", array(session, "bigint", boxed));
    }

    @Override
    public void lockOwners(Session session, SortedSet<String> owners, TransactionBatch batch) throws SQLException {
        if (owners.isEmpty()) {
            return;
        }
        Array all = array(session, "text", owners.toArray());
        session.update(
                "INSERT INTO parley_usage (owner, entries, bytes) SELECT o, 0, 0 FROM unnest(?::text[]) AS o"
                        + " ON CONFLICT (owner) DO NOTHING",
                all);
        try (ResultSet rows = session.with(LOCK_OWNERS, all).executeQuery()) {
            while (rows.next()) {
                batch.found(rows.getString(1), new Usage(rows.getLong(2), rows.getLong(3)));
            }
        }
    }

    @Override
    public void find(Session session, Collection<Key> keys, TransactionBatch batch) throws SQLException {
        Object[] scopes = keys.stream().map(key -> key.scope().id()).toArray();
        Object[] names = keys.stream().map(Key::name).toArray();
        keys.forEach(key -> batch.found(key, null));
        try (ResultSet rows = session.with(FIND_ALL, array(session, "text", scopes), array(session, "text", names))
                .executeQuery()) {
            for (EntryInfo each : Rows.infos(rows)) {
                batch.found(each.key(), each);
            }
        }
    }

    @Override
    public void findLogs(Session session, Collection<Scope> scopes, TransactionBatch batch) throws SQLException {
        Object[] ids = scopes.stream().map(Scope::id).toArray();
        try (ResultSet rows =
                session.with(LAST_OF_LOGS, array(session, "text", ids)).executeQuery()) {
            while (rows.next()) {
                long last = rows.getLong(2);
                if (!rows.wasNull()) {
                    batch.found(new Scope(rows.getString(1)), last);
                }
            }
        }
    }

    @Override
    public long[] numbers(Session session, int count) throws SQLException {
        try (ResultSet rows = session.with("SELECT nextval('parley_number') FROM generate_series(1, ?)", count)
                .executeQuery()) {
            long[] numbers = new long[count];
            for (int i = 0; i < count; i++) {
                rows.next();
                numbers[i] = rows.getLong(1);
            }
            return numbers;
        }
    }

    @Override
    public void announce(Session session, Collection<Scope> scopes) throws SQLException {
        if (!scopes.isEmpty()) {
            Object[] ids = scopes.stream().map(Scope::id).toArray();
            session.run(
                    "SELECT pg_notify('" + PostgresHints.CHANNEL + "', s) FROM unnest(?::text[]) AS s",
                    array(session, "text", ids));
        }
    }

    @Override
    public void listen(Watches watches, StoreThreads threads) {
        threads.every(LISTEN_EVERY, "Listening to " + place(), () -> hints.pass(watches));
    }

    @Override
    public boolean isRolledBack(SQLException ofCommit) {
        // A server's response to a commit is certain; a missing response is not.
        return !isLost(ofCommit);
    }

    @Override
    public boolean isLost(SQLException failure) {
        String state = failure.getSQLState();
        return state == null || state.startsWith(CONNECTION_FAILED) || state.startsWith(SERVER_STOPS);
    }

    @Override
    public String advice(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (state.startsWith("28") || state.equals("3D000") || state.equals("42501")) {
            return "check user, password, database and rights";
        }
        if (state.equals(CONNECTION_REJECTED)) {
            return "the server refuses such a connection: check that the address has the password, and sslmode";
        }
        if (state.equals(NO_SCHEMA)) {
            return "create the schema of the address (currentSchema), or correct it";
        }
        if (state.startsWith("53")) {
            return "the server lacks disk, memory or connections: make room, the store recovers by itself";
        }
        return "check that the server runs, is the primary and can be reached; the store recovers by itself";
    }

    @Override
    public void close() {
        hints.close();
    }

    private static Array array(Session session, String type, Object[] elements) throws SQLException {
        return session.connection().createArrayOf(type, elements);
    }

    /** Hashes a name to a lock number; scopes with the same number merely wait for each other. */
    private static long number(String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return ByteBuffer.wrap(digest.digest(("parley " + name).getBytes(StandardCharsets.UTF_8)))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
