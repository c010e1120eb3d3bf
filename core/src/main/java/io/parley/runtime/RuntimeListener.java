package io.parley.runtime;

import io.parley.channel.Address;
import io.parley.channel.Protection;

/** A listener of the runtime. Thread-safe. */
public interface RuntimeListener extends AutoCloseable {
    /** Returns the channel's term, such as {@code stream} or {@code local}. */
    String channel();

    /** Returns the address to use in answers: the advertised or bound host, with the actual port. */
    Address address();

    /** Returns the fingerprint of the current certificate, for answers; empty if the listener is not protected. */
    String certificate();

    /**
     * Replaces the certificate, like {@link io.parley.channel.Listener#renew}.
     *
     * @throws IllegalStateException if the listener is not protected
     * @throws IllegalArgumentException if the key cannot be used
     */
    void renew(Protection.Certified certified);

    /** Stops accepting connections; open sessions are not affected. Idempotent. */
    @Override
    void close();
}
