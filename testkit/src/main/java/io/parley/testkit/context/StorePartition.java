package io.parley.testkit.context;

import io.parley.context.ContextStore;
import java.time.Duration;

/** A store that several nodes share, each of which can be cut off from where the data is. Belongs to one test. */
public interface StorePartition extends AutoCloseable {
    /** How many nodes there are. */
    int NODES = 3;

    /** The store of a node, 0 to {@link #NODES} less one; open until the end. */
    ContextStore node(int number);

    /**
     * Cuts a node off.
     *
     * @param silently whether what it sends is swallowed, so that it hears nothing; else its connections break
     */
    void cut(int number, boolean silently) throws Exception;

    /** Ends the cut; the node comes back by itself. */
    void heal(int number) throws Exception;

    /** Kills, as {@code kill -9} does, whatever has the data, and starts it again. */
    void crash() throws Exception;

    /** Within which a node that is cut off refuses to read and write. */
    Duration refusesWithin(boolean silently);

    /** Clears it away. */
    @Override
    void close() throws Exception;
}
