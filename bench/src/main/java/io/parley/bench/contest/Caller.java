package io.parley.bench.contest;

/** Makes one call after the other. Used by one thread. */
public interface Caller extends AutoCloseable {
    /** One exchange, from the application's object to the application's object; returns what came. */
    Object call();

    /**
     * Makes a call and compares what came with what it has to be.
     *
     * @throws IllegalStateException if it differs
     */
    void check();

    /** Gives up what belongs to this caller alone. */
    @Override
    default void close() {}
}
