package io.parley.conformance.quic;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A QUIC connection with all its streams. One thread at a time. */
public interface QuicStreams extends AutoCloseable {
    /** Returns the negotiated application protocol; empty if there is none. */
    String protocol();

    /** Returns a numeric transport parameter of the peer; 0 if absent. */
    long parameter(long number);

    /**
     * Sends bytes of a stream.
     *
     * @param offset of the bytes in the stream, in any order
     * @param last whether the stream ends after them
     */
    void send(long stream, long offset, byte[] content, boolean last) throws IOException;

    /**
     * Sends RESET_STREAM.
     *
     * @param size the number of bytes that were sent
     */
    void reset(long stream, long code, long size) throws IOException;

    /** Sends STOP_SENDING. */
    void stopSending(long stream, long code) throws IOException;

    /** Sends a datagram (RFC 9221). */
    void datagram(byte... content) throws IOException;

    /** Continues from another port, as behind a NAT that lost its mapping. */
    void rebind() throws IOException;

    /**
     * Waits for the next event.
     *
     * @return null if there is none in time
     */
    @Nullable
    QuicEvent next(int millis) throws IOException;

    @Override
    void close() throws IOException;
}
