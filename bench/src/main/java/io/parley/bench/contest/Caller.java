package io.parley.bench.contest;

/** Makes calls one after the other. Used by one thread. */
public interface Caller extends AutoCloseable {
    /** Makes one call, from application object to application object; returns the response. */
    Object call();

    /**
     * Makes a call and compares the response with the expected one.
     *
     * @throws IllegalStateException if they differ
     */
    void check();

    /** Releases the resources that belong to this caller alone. */
    @Override
    default void close() {}
}
