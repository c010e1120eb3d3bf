package io.parley.store.jdbc;

import io.parley.context.Durability;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.StoreThreads;
import io.parley.context.Watches;
import java.sql.SQLException;
import java.util.Collection;
import java.util.SortedSet;

/** Dialect and address of a database: the differences between kinds of databases. Thread-safe. */
interface Dialect extends AutoCloseable {
    /** The engine's name. */
    String engine();

    /** Returns the store's name for errors, without passwords. */
    String place();

    /** Opens a connection that does not commit by itself. */
    Session connect() throws SQLException;

    /** Makes the tables if there are none; the transaction is open and is committed by the caller. */
    void makeTables(Session session) throws SQLException;

    /** Returns the durability that the database was found to promise. */
    Durability durability(Session session) throws SQLException;

    /** Returns whether other processes may use it at the same time. */
    boolean isShared();

    /** An expression for the server's time in milliseconds, or {@code 0} if it has none of its own. */
    String now();

    /** Keeps others from changing these scopes until the transaction ends. */
    void lockScopes(Session session, SortedSet<Scope> scopes) throws SQLException;

    /** Keeps others from charging these owners until the transaction ends, and reads what they have into the book. */
    void lockOwners(Session session, SortedSet<String> owners, Book book) throws SQLException;

    /** Returns that many new numbers, ascending. */
    long[] numbers(Session session, int count) throws SQLException;

    /** Announces to other processes that these scopes' logs have grown, if the transaction is committed. */
    void announce(Session session, Collection<Scope> scopes) throws SQLException;

    /** Passes on announcements of other processes as hints, until the store is closed. */
    void listen(Watches watches, StoreThreads threads);

    /** Returns whether, after that failure of a commit, the transaction has certainly not happened. */
    boolean isRolledBack(SQLException ofCommit);

    /** Returns whether a connection with that failure is of no more use. */
    boolean isLost(SQLException failure);

    /** Returns advice about a failure, for people. */
    String advice(SQLException failure);

    /** Reads what stands at these keys into the book; those at which nothing stands too. */
    void find(Session session, Collection<Key> keys, Book book) throws SQLException;

    /** Reads the last number in the log of each scope that has a log into the book. */
    void findLogs(Session session, Collection<Scope> scopes, Book book) throws SQLException;

    /** Releases what is held as long as the store is open. */
    @Override
    void close();
}
