package io.parley.representation;

import io.netty.buffer.ByteBuf;

/** Observer of a message's content while it is written ({@link Sink#copyTo}) or read ({@link Source#copyTo}). */
public interface ContentCopy {
    /** Receives the next bytes: the readable ones of the buffer, which must not be changed or kept. Must not throw. */
    void onBytes(ByteBuf bytes);

    /**
     * Called when no more content will be read or written.
     *
     * @param whole whether all of the content was shown
     */
    default void onEnd(boolean whole) {}
}
