package io.parley.store.jdbc;

/**
 * Statements that both databases understand. Times are milliseconds since 1970, names are compared by their UTF-8
 * bytes, and the value is the last column, so that queries of the other columns do not read it.
 */
final class Sql {
    static final int SCHEMA_VERSION = 1;

    private static final String INFO = "scope, name, version, expires, owner, media, length, sha256";

    static final String META_READ = "SELECT value FROM parley_meta WHERE name = ?";
    static final String META_WRITE = "INSERT INTO parley_meta (name, value) VALUES (?, ?)"
            + " ON CONFLICT (name) DO UPDATE SET value = excluded.value";

    static final String FIND = "SELECT " + INFO + " FROM parley_entry WHERE scope = ? AND name = ?";
    static final String LIST =
            "SELECT " + INFO + " FROM parley_entry WHERE scope = ? AND name > ? AND expires > ? ORDER BY name LIMIT ?";
    static final String OWNED = "SELECT " + INFO + " FROM parley_entry WHERE owner = ?"
            + " AND (scope, name) > (?, ?) AND expires > ? ORDER BY scope, name LIMIT ?";
    static final String EXPIRED = "SELECT scope, name FROM parley_entry WHERE expires <= ? ORDER BY expires LIMIT ?";
    static final String PUT = "INSERT INTO parley_entry (" + INFO + ", value) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (scope, name) DO UPDATE SET version = excluded.version, expires = excluded.expires,"
            + " owner = excluded.owner, media = excluded.media, length = excluded.length, sha256 = excluded.sha256,"
            + " value = excluded.value";
    static final String TOUCH = "UPDATE parley_entry SET expires = ? WHERE scope = ? AND name = ?";
    static final String DELETE = "DELETE FROM parley_entry WHERE scope = ? AND name = ?";

    static final String USAGE = "SELECT entries, bytes FROM parley_usage WHERE owner = ?";
    static final String CHARGE = "INSERT INTO parley_usage (owner, entries, bytes) VALUES (?, ?, ?)"
            + " ON CONFLICT (owner) DO UPDATE SET entries = excluded.entries, bytes = excluded.bytes";

    static final String LOG = "INSERT INTO parley_log"
            + " (scope, number, ordinal, previous, at, name, kind, author, length, sha256)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    static final String LAST_LOGGED = "SELECT max(number) FROM parley_log WHERE scope = ?";
    /** Reads a page of the log, up to the end of the transaction that fills the page, or of the log. */
    static final String READ_LOG = "SELECT number, previous, at, name, kind, author, length, sha256 FROM parley_log"
            + " WHERE scope = ? AND number > ? AND number <= coalesce((SELECT number FROM parley_log"
            + " WHERE scope = ? AND number > ? ORDER BY number, ordinal LIMIT 1 OFFSET ?), " + Long.MAX_VALUE + ")"
            + " ORDER BY number, ordinal";
    /**
     * Finds the time up to which a portion of old records is dropped; records of one transaction have the same time.
     */
    static final String OLDEST =
            "SELECT max(at) FROM (SELECT at FROM parley_log WHERE at < ? ORDER BY at LIMIT ?) AS oldest";

    static final String LAST_OF_OLDEST = "SELECT max(number) FROM parley_log WHERE at <= ?";
    static final String FORGET = "DELETE FROM parley_log WHERE at <= ?";

    private Sql() {}

    /** Returns the query of an entry with its value, and the server's time if it has a clock. */
    static String get(String now) {
        return "SELECT " + INFO + ", value, " + now + " FROM parley_entry WHERE scope = ? AND name = ?";
    }
}
