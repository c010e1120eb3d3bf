package io.parley.bench.contest;

import java.util.List;

/** A running server. Thread-safe. */
public interface Site extends AutoCloseable {
    /**
     * Returns the address for clients of the same system, in this process or another: the argument of {@link
     * Contender#connect}.
     */
    String address();

    /** Returns the ports that the server listens on, to which a door must lead. */
    List<Integer> ports();

    /** Stops the server. */
    @Override
    void close();
}
