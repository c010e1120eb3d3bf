package io.parley.channel;

/** A bound address. Thread-safe. */
public interface Listener extends AutoCloseable {
    /** The bound address with its real port. */
    Address address();

    /** Stops accepting; connections that stand are left alone. Idempotent. */
    @Override
    void close();
}
