package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.frame.FrameHeader;
import io.parley.frame.FrameType;
import java.util.ArrayDeque;

/**
 * GOAWAYs that overtook frames which were sent before them: what they say counts on those, so they wait for them. Belongs to the
 * session's thread.
 */
final class HeldGoaways {
    /** One that drains, and one that ends the session. */
    private static final int MOST = 2;

    private final boolean resumable;
    /** Copies, which nobody has to release. */
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>(MOST);

    private long heldAt;

    /** @param resumable whether what they wait for comes on another connection once this one is lost */
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

    /** All frames up to that number came. */
    void hand(Exchange open, long upTo, long now) {
        while (!waiting.isEmpty() && FrameHeader.sequence(waiting.element()) <= upTo) {
            open.onFrame(FrameType.GOAWAY, waiting.remove(), now);
        }
    }

    /** The connection is gone. */
    void handLast(Exchange open) {
        if (!resumable) {
            hand(open, Long.MAX_VALUE, heldAt);
        }
    }
}
