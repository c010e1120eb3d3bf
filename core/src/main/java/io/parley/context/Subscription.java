package io.parley.context;

/** A watcher's registration in a store. */
public interface Subscription extends AutoCloseable {
    /** Ends the subscription. A call in progress may still complete. */
    @Override
    void close();
}
