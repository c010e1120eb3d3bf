package io.parley.compression;

/** A compression at work in one session, for calls either way. Thread-safe. */
public interface SessionCompression extends AutoCloseable {
    /** Compression of a session without one. */
    SessionCompression NONE = AsItIs.INSTANCE;

    /**
     * A call of this side: its request goes out, its answer comes in.
     *
     * @param operation calls of one operation resemble each other
     */
    MessageCompression call(String operation);

    /** A call of the other side: its request comes in, its answer goes out. */
    MessageCompression called();

    /** A message that has no answer, either way. */
    MessageCompression oneWay();

    /** The session is over: what is kept for it is given up. Idempotent. */
    @Override
    void close();
}
