package io.parley.store.jdbc;

import io.parley.context.ContentAddress;
import io.parley.context.EntryInfo;
import io.parley.context.Key;
import io.parley.context.LogRecord;
import io.parley.context.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Converts rows to values. */
final class Rows {
    private Rows() {}

    /** Reads the columns of an entry except its value, in the order of the statements. */
    static EntryInfo info(ResultSet row) throws SQLException {
        return new EntryInfo(
                new Key(new Scope(row.getString(1)), row.getString(2)),
                row.getLong(3),
                Instant.ofEpochMilli(row.getLong(4)),
                row.getString(5),
                row.getString(6),
                row.getInt(7),
                ContentAddress.ofHash(row.getBytes(8)));
    }

    static List<EntryInfo> infos(ResultSet rows) throws SQLException {
        List<EntryInfo> all = new ArrayList<>();
        while (rows.next()) {
            all.add(info(rows));
        }
        return all;
    }

    static List<Key> keys(ResultSet rows) throws SQLException {
        List<Key> all = new ArrayList<>();
        while (rows.next()) {
            all.add(new Scope(rows.getString(1)).key(rows.getString(2)));
        }
        return all;
    }

    static List<LogRecord> log(Scope scope, ResultSet rows) throws SQLException {
        List<LogRecord> all = new ArrayList<>();
        while (rows.next()) {
            all.add(new LogRecord(
                    rows.getLong(1),
                    rows.getLong(2),
                    Instant.ofEpochMilli(rows.getLong(3)),
                    scope.key(rows.getString(4)),
                    LogRecord.Kind.valueOf(rows.getString(5)),
                    rows.getString(6),
                    rows.getInt(7),
                    ContentAddress.ofHash(rows.getBytes(8))));
        }
        return all;
    }
}
