package io.parley.conformance.quic;

import org.jspecify.annotations.Nullable;

/**
 * What a peer did on a QUIC connection.
 *
 * @param stream that it concerns; 0 for the connection
 * @param content bytes of the stream in their order, or a datagram
 * @param close null unless the connection was closed
 */
@SuppressWarnings("ArrayRecordComponent") // bytes of the wire, never compared as parts of a record
public record QuicEvent(
        Kind kind, long stream, byte[] content, @Nullable QuicClose close) {
    /** Kinds of events. */
    public enum Kind {
        BYTES,
        /** The stream ended after the bytes before. */
        END,
        RESET,
        STOPPED,
        DATAGRAM,
        CLOSED
    }

    /** Returns an event of a stream without bytes. */
    public static QuicEvent of(Kind kind, long stream) {
        return new QuicEvent(kind, stream, new byte[0], null);
    }

    /** Returns bytes of a stream, or a datagram. */
    public static QuicEvent of(Kind kind, long stream, byte[] content) {
        return new QuicEvent(kind, stream, content, null);
    }

    /** Returns the end of the connection. */
    public static QuicEvent of(QuicClose close) {
        return new QuicEvent(Kind.CLOSED, 0, new byte[0], close);
    }
}
