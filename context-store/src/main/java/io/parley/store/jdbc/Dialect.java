package io.parley.store.jdbc;

import io.parley.context.Durability;
import io.parley.context.Key;
import io.parley.context.Scope;
import io.parley.context.StoreThreads;
import io.parley.context.Watches;
import java.sql.SQLException;
import java.util.Collection;
import java.util.SortedSet;

/** How one kind of database differs from another, and where this one is. Thread-safe. */
interface Dialect extends AutoCloseable {
    /** The engine's name. */
    String engine();

    /** What an error calls this store, without passwords. */
    String place();

    /** Opens a connection that does not commit by itself. */
    Session connect() throws SQLException;

    /** Makes the tables if there are none; the transaction is open and is committed by the caller. */
    void makeTables(Session session) throws SQLException;

    /** What the database was found to promise. */
    Durability durability(Session session) throws SQLException;

    /** Whether other processes may use it at the same time. */
    boolean isShared();

    /** An expression for the server's time in milliseconds, or {@code 0} if it has none of its own. */
    String now();

    /** Keeps others from changing these scopes until the transaction ends. */
    void lockScopes(Session session, SortedSet<Scope> scopes) throws SQLException;

    /** Keeps others from charging these owners until the transaction ends, and reads what they have into the book. */
    void lockOwners(Session session, SortedSet<String> owners, Book book) throws SQLException;

    /** That many new numbers, ascending. */
    long[] numbers(Session session, int count) throws SQLException;

    /** Tells other processes that these scopes' logs have grown, if the transaction is committed. */
    void announce(Session session, Collection<Scope> scopes) throws SQLException;

    /** Gives hints of what other processes announce, until the store is closed. */
    void listen(Watches watches, StoreThreads threads);

    /** Whether, after that failure of a commit, the transaction has certainly not happened. */
    boolean isRolledBack(SQLException ofCommit);

    /** Whether a connection with that failure is of no more use. */
    boolean isLost(SQLException failure);

    /** What to do about a failure, for people. */
    String advice(SQLException failure);

    /** Reads what stands at these keys into the book; those at which nothing stands too. */
    void find(Session session, Collection<Key> keys, Book book) throws SQLException;

    /** Reads the last number in the log of each scope that has a log into the book. */
    void findLogs(Session session, Collection<Scope> scopes, Book book) throws SQLException;

    /** Gives back what is held as long as the store is open. */
    @Override
    void close();
}
