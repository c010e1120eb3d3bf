package io.parley.channel;

/** A bound address. Thread-safe. */
public interface Listener extends AutoCloseable {
    /** The bound address with its real port. */
    Address address();

    /** The {@link Protection#fingerprint} of the certificate that it shows; empty if it has none. */
    default String certificate() {
        return "";
    }

    /**
     * Shows this certificate from now on. Connections that stand are left alone, and whoever connects with the fingerprint of
     * one of the last few before it is still shown that one: answers may be under way, and sessions waiting to be resumed.
     *
     * @throws IllegalStateException if it shows none that could be renewed
     * @throws IllegalArgumentException if the key cannot be used
     */
    default void renew(Protection.Certified certified) {
        throw new IllegalStateException("expected a listener with a certificate, found one at " + address()
                + " that is not protected; " + certified + " is not shown");
    }

    /** Stops accepting; connections that stand are left alone. Idempotent. */
    @Override
    void close();
}
