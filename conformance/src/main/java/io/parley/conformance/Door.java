package io.parley.conformance;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A listener of the suite's service, at which a client's connections arrive. One thread at a time. */
interface Door extends AutoCloseable {
    /** Returns the host of an address that leads here. */
    String host();

    /** Returns the elements of an answer that lead here: channel, address, security and certificate. */
    String terms();

    /**
     * Accepts a connection.
     *
     * @return null if none arrives in time
     */
    @Nullable
    Line line(int millis) throws IOException;

    /** Returns whether a connection arrives in time; it is not accepted. */
    boolean isSought(int millis) throws IOException;

    @Override
    void close() throws IOException;
}
