package io.parley.context;

/** A watcher's place in a store. */
public interface Subscription extends AutoCloseable {
    /** Ends the subscription. A call that is under way may still complete. */
    @Override
    void close();
}
