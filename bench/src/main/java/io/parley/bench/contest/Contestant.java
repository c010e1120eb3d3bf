package io.parley.bench.contest;

/** A server that runs, and the client side for it. Thread-safe. */
public interface Contestant extends AutoCloseable {
    /** For one thread; what threads can share is shared. */
    Caller caller();

    /** Ends the server and everything that callers share. */
    @Override
    void close();
}
