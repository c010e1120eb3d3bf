package io.parley.store.jdbc;

import io.parley.context.Durability;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.StoreThreads;
import io.parley.context.Watches;
import java.sql.SQLException;
import java.util.Collection;
import java.util.SortedSet;

/** Address of a database, and the differences between kinds of databases. Thread-safe. */
interface Dialect extends AutoCloseable {
    /** Returns the engine's name. */
    String engine();

    /** Returns the store's name for errors, without passwords. */
    String place();

    /** Opens a connection without auto-commit. */
    Session connect() throws SQLException;

    /** Creates the tables if they are absent, in the open transaction, which the caller commits. */
    void makeTables(Session session) throws SQLException;

    /** Returns the durability that the database is configured for. */
    Durability durability(Session session) throws SQLException;

    /** Returns whether other processes may use the database at the same time. */
    boolean isShared();

    /** Returns an SQL expression for the server's time in milliseconds; {@code 0} if it has no clock of its own. */
    String now();

    /** Locks scopes against changes by others until the transaction ends. */
    void lockScopes(Session session, SortedSet<Scope> scopes) throws SQLException;

    /** Locks the usage of owners until the transaction ends, and reads it into the batch. */
    void lockOwners(Session session, SortedSet<String> owners, TransactionBatch batch) throws SQLException;

    /** Returns that many new numbers, ascending. */
    long[] numbers(Session session, int count) throws SQLException;

    /** Announces to other processes that these scopes' logs have grown, once the transaction is committed. */
    void announce(Session session, Collection<Scope> scopes) throws SQLException;

    /** Passes on announcements of other processes as hints, until the store is closed. */
    void listen(Watches watches, StoreThreads threads);

    /** Returns whether, after this failure of a commit, the transaction certainly had no effect. */
    boolean isRolledBack(SQLException ofCommit);

    /** Returns whether the connection is unusable after this failure. */
    boolean isLost(SQLException failure);

    /** Returns advice about a failure, for operators. */
    String advice(SQLException failure);

    /** Reads the entries at these keys into the batch, including absent ones. */
    void find(Session session, Collection<Key> keys, TransactionBatch batch) throws SQLException;

    /** Reads the last log number of each scope that has a log into the batch. */
    void findLogs(Session session, Collection<Scope> scopes, TransactionBatch batch) throws SQLException;

    /** Releases the resources of the open store. */
    @Override
    void close();
}
