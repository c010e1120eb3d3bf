package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.FrameHeader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * GOAWAY frames that overtook frames sent before them. Their content refers to those frames, so they wait for them.
 * Confined to the session's thread.
 */
final class HeldGoaways {
    /** One GOAWAY drains the session, and one ends it. */
    private static final int MOST = 2;

    private final boolean resumable;
    /** Unpooled copies, which need no release. */
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(MOST);

    private long heldAt;

    /** @param resumable whether the missing frames arrive on another connection if this one is lost */
    HeldGoaways(boolean resumable) {
        this.resumable = resumable;
    }

    void hold(ByteBuf goaway, long now) {
        if (waiting.size() == MOST) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, "session: expected at most " + MOST + " GOAWAYs, found another");
        }
        heldAt = now;
        waiting.add(Unpooled.copiedBuffer(goaway));
    }

    /** Returns when the last one was held. */
    long heldAt() {
        return heldAt;
    }

    /** Removes the next one if all frames before it have arrived, up to the given number; null if there is none. */
    @Nullable
    ByteBuf next(long upTo) {
        ByteBuf first = waiting.peek();
        return first != null && FrameHeader.sequence(first) <= upTo ? waiting.remove() : null;
    }

    /** Removes the next one because the connection is lost; null if there is none or the session can be resumed. */
    @Nullable
    ByteBuf last() {
        return resumable ? null : waiting.poll();
    }
}
