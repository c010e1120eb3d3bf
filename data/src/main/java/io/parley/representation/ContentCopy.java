package io.parley.representation;

import io.netty.buffer.ByteBuf;

/** Observer of a message's content while it is written ({@link Sink#copyTo}) or read ({@link Source#copyTo}). */
public interface ContentCopy {
    /** The next bytes: those that are readable. They are not to be changed or kept. Must not throw. */
    void onBytes(ByteBuf bytes);

    /**
     * Called when no more will be read.
     *
     * @param whole whether all of the content was shown
     */
    default void onEnd(boolean whole) {}
}
