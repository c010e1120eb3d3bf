package io.parley.channel;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a connection's events in the layer above. Called by one thread at a time, never after {@link #onClosed};
 * must not block. The channel does not look into frames: this handler finds where each ends.
 */
public interface ConnectionHandler {
    /**
     * The length of the frame that begins at the reader index, or 0 if more bytes are needed to tell. Neither moves the
     * reader index nor keeps the buffer. Called before memory is taken for the frame.
     *
     * @throws io.parley.ParleyException if what came cannot be a frame; the channel then calls {@link
     *     #onRefused} and reads no more
     */
    int frameLength(ByteBuf in);

    /** Takes one whole frame of exactly the length told, and releases it. */
    void onFrame(ByteBuf frame);

    /** The same, of a frame that came on a lane. */
    default void onFrame(ByteBuf frame, int lane) {
        onFrame(frame);
    }

    /** Takes what a datagram brought, which should be one whole frame, and releases it. */
    default void onDatagram(ByteBuf frame) {
        frame.release();
    }

    /** Bytes that cannot be a frame, or that come too slowly, arrived; the handler may still send, then closes. */
    void onRefused(RuntimeException why);

    /** Called when more may be queued again. */
    void onWritable();

    /** Called after all frames of one read: a good moment to flush answers. */
    default void onReadComplete() {}

    /** The connection is gone; the cause is null after an orderly close by either side. */
    void onClosed(@Nullable Throwable cause);
}
