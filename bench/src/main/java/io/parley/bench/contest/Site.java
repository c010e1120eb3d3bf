package io.parley.bench.contest;

import java.util.List;

/** A server that runs. Thread-safe. */
public interface Site extends AutoCloseable {
    /** Where clients of the same system find it, in this process or another: what {@link Contender#connect} takes. */
    String address();

    /** Where it listens: what a door has to lead to. */
    List<Integer> ports();

    /** Ends it. */
    @Override
    void close();
}
