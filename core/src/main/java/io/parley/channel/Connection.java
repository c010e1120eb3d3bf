package io.parley.channel;

import io.netty.buffer.ByteBuf;

/** A transport connection, as the layer above uses it. Thread-safe; no method blocks. */
public interface Connection {
    /**
     * Queues a whole frame behind those already queued. Releases the frame, also when the connection is closed; then
     * the frame is lost and {@link ConnectionHandler#onClosed} tells so.
     */
    void send(ByteBuf frame);

    /**
     * Queues a frame on a lane, behind those already queued there. Frames of one lane arrive in their order; those of another
     * may overtake them.
     *
     * @param lane below {@link #lanes()}
     */
    default void send(ByteBuf frame, int lane) {
        send(frame);
    }

    /** Returns the number of lanes, the same at both ends; 1 if all frames arrive in the order in which they were sent. */
    default int lanes() {
        return 1;
    }

    /** Sends the queued frames. Several calls in a row may be served by one write. */
    void flush();

    /**
     * Returns the length of the longest frame that {@link #sendDatagram} can carry now; 0 if the channel has no datagrams, or its
     * connection cannot carry any yet.
     */
    default int datagramBytes() {
        return 0;
    }

    /**
     * Sends a frame at once, in a datagram beside those that are queued, and releases it. It may be lost, and nobody hears of that; it may
     * overtake frames, and other datagrams.
     */
    default void sendDatagram(ByteBuf frame) {
        frame.release();
    }

    /** Returns whether more may be queued now; {@link ConnectionHandler#onWritable()} is called when it may again. */
    boolean isWritable();

    /** Returns whether a lane takes more now, where others do; told as for all of them. */
    default boolean isWritable(int lane) {
        return isWritable();
    }

    /** Stops or resumes taking bytes from the peer; frames already read are still delivered. */
    void setReading(boolean reading);

    /**
     * The handler's frames are counted as pending until this call (limit {@code PENDING_CONNECTIONS}); those of other lanes than the first
     * are delivered from it on.
     */
    void markAccepted();

    /** The peer's address, for logs. */
    String remote();

    /** Returns whether transport security protects it. */
    boolean isSecure();

    /** Closes after what is queued went out, or at once after a second. Idempotent. */
    void close();
}
