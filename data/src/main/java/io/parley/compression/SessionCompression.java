package io.parley.compression;

/** Compression of one session, for calls in both directions. Thread-safe. */
public interface SessionCompression extends AutoCloseable {
    /** The identity compression. */
    SessionCompression NONE = IdentityCompression.INSTANCE;

    /**
     * Returns the compression of a call by this side, which sends the request and receives the response.
     *
     * @param operation name of the operation, whose calls resemble each other
     */
    MessageCompression call(String operation);

    /** Returns the compression of a call by the peer: this side receives the request and sends the response. */
    MessageCompression called();

    /** Returns the compression of a one-way message, in either direction. */
    MessageCompression oneWay();

    /** Ends the session and releases stored messages. Idempotent. */
    @Override
    void close();
}
