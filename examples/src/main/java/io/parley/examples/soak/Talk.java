package io.parley.examples.soak;

import java.util.Random;

/**
 * A service and its client on one channel. Driven by one thread; its counters are read by another while it is paused.
 */
interface Talk extends AutoCloseable {
    /** Returns the name: the channel and the kind of endpoint. */
    String name();

    /** Performs a few random actions and waits for their outcomes. */
    void act(Random random, Tally tally) throws Exception;

    /** Returns the number of open sessions at the service. */
    int sessions();

    /** Returns the bytes that its runtimes hold for messages. */
    long reserved();

    /** Returns the number of running handlers of the service. */
    int working();

    @Override
    void close();
}
