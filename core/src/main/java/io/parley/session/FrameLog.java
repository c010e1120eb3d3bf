package io.parley.session;

import io.netty.buffer.ByteBuf;

/**
 * Log of all numbered frames of a durable session (docs/protocol/durable.md, section 12.5); the implementation ensures
 * that no frame goes out before it is stored. Called inside the session's methods, by their thread; frames stay the
 * caller's.
 */
public interface FrameLog {
    /** A frame came, without the checksum of its payload, and nothing came of it yet. */
    void received(ByteBuf frame);

    /**
     * Called when a frame is about to go out.
     *
     * @param checksum number of bytes at its end that are the checksum of its payload
     */
    void sent(ByteBuf frame, int checksum);

    /** The peer has all frames up to that number. */
    void acknowledged(long number);
}
