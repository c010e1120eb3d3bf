package io.parley.channel;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Handler of a connection's events in the layer above. Called by one thread at a time, never after {@link #onClosed};
 * must not block. The channel does not parse frames: the handler tells it where each one ends.
 */
public interface ConnectionHandler {
    /**
     * Returns the length in bytes of the frame that starts at the reader index, or 0 if more bytes are needed to know
     * it. Must neither move the reader index nor retain the buffer. Called before memory is allocated for the frame.
     *
     * @throws io.parley.ParleyException if the bytes cannot be a frame; the channel then calls {@link #onRefused} and
     *     stops reading
     */
    int frameLength(ByteBuf in);

    /** Handles one whole frame, whose length {@link #frameLength} returned, and releases it. */
    void onFrame(ByteBuf frame);

    /** Handles a frame that arrived on a track. The default ignores the track. */
    default void onFrame(ByteBuf frame, int track) {
        onFrame(frame);
    }

    /** Handles the content of one datagram, which should be one whole frame, and releases it. */
    default void onDatagram(ByteBuf frame) {
        frame.release();
    }

    /**
     * Handles bytes that cannot be a frame or that arrive too slowly. The handler may still send, and then closes the
     * connection.
     */
    void onRefused(RuntimeException why);

    /** Called when the connection has become writable again. */
    void onWritable();

    /** Called after all frames of one read were delivered; responses are best flushed here. */
    default void onReadComplete() {}

    /**
     * Called last, when the connection is closed.
     *
     * @param cause null after an orderly close by either side
     */
    void onClosed(@Nullable Throwable cause);
}
