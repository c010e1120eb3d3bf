package io.parley.channel;

import io.netty.buffer.ByteBuf;

/** A transport connection as the session layer sees it. Thread-safe; no method blocks. */
public interface Connection {
    /**
     * Queues one whole frame behind those already queued, and releases it. A frame sent on a closed connection is
     * dropped; {@link ConnectionHandler#onClosed} reports the close.
     */
    void send(ByteBuf frame);

    /**
     * Queues a frame on a track, behind those already queued there. Frames of one track arrive in the order of sending
     * and may overtake those of other tracks.
     *
     * @param track below {@link #tracks()}
     */
    default void send(ByteBuf frame, int track) {
        send(frame);
    }

    /**
     * Returns the number of tracks, the same at both ends; 1 if all frames arrive in the order in which they were sent.
     */
    default int tracks() {
        return 1;
    }

    /** Writes the queued frames. Consecutive calls may be combined into one write. */
    void flush();

    /**
     * Returns the length in bytes of the longest frame that {@link #sendDatagram} can carry now; 0 if the channel has
     * no datagrams or the connection cannot carry any yet.
     */
    default int datagramBytes() {
        return 0;
    }

    /**
     * Sends a frame in a datagram, ahead of the queued frames, and releases it. Datagrams are unreliable and unordered:
     * one may be lost without notice, and may overtake frames and other datagrams.
     */
    default void sendDatagram(ByteBuf frame) {
        frame.release();
    }

    /**
     * Returns the last measured round trip to the peer in nanoseconds and starts another measurement; 0 if none was
     * measured yet, or the channel measures none.
     */
    default long roundTripNanos() {
        return 0;
    }

    /**
     * Returns whether more frames may be queued now. After false, {@link ConnectionHandler#onWritable()} is called once
     * there is room.
     */
    boolean isWritable();

    /** Returns whether a track accepts frames now. Changes are reported by {@link ConnectionHandler#onWritable}. */
    default boolean isWritable(int track) {
        return isWritable();
    }

    /** Stops or resumes reading from the peer. Frames that were already read are still delivered. */
    void setReading(boolean reading);

    /**
     * Returns whether nothing was received yet that the handler would be called for; false if the channel does not
     * know.
     */
    default boolean isSilent() {
        return false;
    }

    /**
     * Marks the connection as accepted: until then it counts as pending (limits {@code PENDING_CONNECTIONS} and {@code
     * PENDING_PER_ADDRESS}), and frames of other tracks than the first are not delivered.
     */
    void markAccepted();

    /** Returns the peer's address, for logs. */
    String remote();

    /** Returns whether transport security protects the connection. */
    boolean isSecure();

    /** Closes the connection once the queued frames were written, or after one second. Idempotent. */
    void close();
}
