package io.parley.examples.soak;

import java.util.Random;

/** A service and its client, on one channel. Acted on by one thread; looked at by another while that pauses. */
interface Talk extends AutoCloseable {
    /** The channel, and what speaks it. */
    String name();

    /** Does a few things by chance, and waits for their ends. */
    void act(Random random, Tally tally) throws Exception;

    /** Sessions that are open at the service. */
    int sessions();

    /** Bytes that runtimes of it hold of messages. */
    long reserved();

    /** Handlers of the service that work now. */
    int working();

    @Override
    void close();
}
