package io.parley.channel;

/** A listener on a bound address. Thread-safe. */
public interface Listener extends AutoCloseable {
    /** Returns the bound address with its actual port. */
    Address address();

    /**
     * Returns the {@link Protection#fingerprint} of the certificate that the listener presents; empty if it has none.
     */
    default String certificate() {
        return "";
    }

    /**
     * Replaces the certificate that the listener presents. Open connections are not affected, and a peer that connects
     * with the fingerprint of one of the last few certificates is still presented that one, because earlier answers may
     * name it and sessions may have to resume with it.
     *
     * @throws IllegalStateException if the listener has no renewable certificate
     * @throws IllegalArgumentException if the key cannot be used
     */
    default void renew(Protection.Certified certified) {
        throw new IllegalStateException("expected a listener with a certificate, found one at " + address()
                + " that is not protected; " + certified + " is not shown");
    }

    /** Stops accepting connections; open connections are not affected. Idempotent. */
    @Override
    void close();
}
