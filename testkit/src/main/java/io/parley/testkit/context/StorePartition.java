package io.parley.testkit.context;

import io.parley.context.ContextStore;
import java.time.Duration;

/** A store that several nodes share, each of which can be partitioned from the data. Belongs to one test. */
public interface StorePartition extends AutoCloseable {
    /** Number of nodes. */
    int NODES = 3;

    /** Returns the store of a node, 0 to {@link #NODES} - 1; it stays open until {@link #close}. */
    ContextStore node(int number);

    /**
     * Partitions a node from the data.
     *
     * @param silently whether its packets are dropped, so that it gets no response; otherwise its connections are
     *     closed
     */
    void cut(int number, boolean silently) throws Exception;

    /** Ends the partition; the node recovers by itself. */
    void heal(int number) throws Exception;

    /** Kills the servers of the data, as {@code kill -9} does, and restarts them. */
    void crash() throws Exception;

    /** Returns the time within which a partitioned node refuses to read and write. */
    Duration refusesWithin(boolean silently);

    /** Closes the nodes and deletes the data. */
    @Override
    void close() throws Exception;
}
