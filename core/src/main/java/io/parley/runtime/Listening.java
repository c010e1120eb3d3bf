package io.parley.runtime;

import io.parley.channel.Address;
import io.parley.channel.Protection;

/** A listener of the runtime. Thread-safe. */
public interface Listening extends AutoCloseable {
    /** The channel's term: {@code stream}, {@code local}. */
    String channel();

    /** Returns the address to put into answers: the advertised host, or the bound one, with the real port. */
    Address address();

    /** Returns the fingerprint of the current certificate, to put into answers; empty if it is not protected. */
    String certificate();

    /**
     * Shows this certificate from now on, as {@link io.parley.channel.Listener#renew}.
     *
     * @throws IllegalStateException if it is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    void renew(Protection.Certified certified);

    /** Stops accepting; sessions that stand live on. Idempotent. */
    @Override
    void close();
}
