package io.parley.session;

import io.netty.buffer.ByteBuf;

/**
 * Log of all numbered frames of a durable session (docs/protocol/durable.md, section 12.5). The implementation ensures
 * that no frame is sent before it is stored. Called within the session's methods, by their thread; the caller keeps the
 * frames.
 */
public interface FrameLog {
    /**
     * Logs a received frame before it is processed.
     *
     * @param frame without the checksum of its payload
     */
    void received(ByteBuf frame);

    /**
     * Logs a frame that is about to be sent.
     *
     * @param checksum number of bytes at its end that are the checksum of its payload
     */
    void sent(ByteBuf frame, int checksum);

    /** Called when the peer has acknowledged all frames up to a number. */
    void acknowledged(long number);
}
