package io.parley.context;

/** A watcher's place in a store. */
public interface Subscription extends AutoCloseable {
    /** Ends it. A call that is under way may still come to its end. */
    @Override
    void close();
}
