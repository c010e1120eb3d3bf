package io.parley.channel;

/** A bound address. Thread-safe. */
public interface Listener extends AutoCloseable {
    /** The bound address with its real port. */
    Address address();

    /** The {@link Protection#fingerprint} of the certificate that it shows; empty if it has none. */
    default String certificate() {
        return "";
    }

    /** Stops accepting; connections that stand are left alone. Idempotent. */
    @Override
    void close();
}
