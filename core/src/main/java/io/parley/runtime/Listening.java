package io.parley.runtime;

import io.parley.channel.Address;

/** A listener of the runtime. Thread-safe. */
public interface Listening extends AutoCloseable {
    /** The channel's term: {@code stream}, {@code local}. */
    String channel();

    /** What to put into answers: the advertised host, or the bound one, with the real port. */
    Address address();

    /** Stops accepting; sessions that stand live on. Idempotent. */
    @Override
    void close();
}
