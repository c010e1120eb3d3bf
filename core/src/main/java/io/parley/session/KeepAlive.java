package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;

/** Knows when the peer was last heard of, and asks for a sign of life. */
final class KeepAlive {
    /** Answers to pings that a peer may leave unread. */
    private static final int MAX_UNREAD_PONGS = 1000;

    private final long limitNanos;
    private final FrameWriter writer;
    private long lastHeard;
    private long body;
    private boolean waiting;
    private int unreadPongs;

    KeepAlive(long limitNanos, FrameWriter writer, long now) {
        this.limitNanos = limitNanos;
        this.writer = writer;
        this.lastHeard = now;
    }

    void heard(long now) {
        lastHeard = now;
    }

    /** Pings after half of the time; throws {@code CONNECTION_LOST} after the whole. */
    void onTick(long now) {
        long silent = now - lastHeard;
        if (silent >= limitNanos) {
            throw new ParleyException(
                    ErrorCode.CONNECTION_LOST,
                    "session: expected a sign of life within " + limitNanos / 1_000_000 + " ms, found none");
        }
        if (silent >= limitNanos / 2 && !waiting) {
            waiting = true;
            writer.ping(++body);
        }
    }

    /** The channel took what was waiting: answers too. */
    void onWritable() {
        unreadPongs = 0;
    }

    void onPing(long theirs, boolean writable) {
        unreadPongs = writable ? 0 : unreadPongs + 1;
        if (unreadPongs > MAX_UNREAD_PONGS) {
            throw new ParleyException(
                    ErrorCode.ENHANCE_CALM,
                    "session: expected a peer that reads the answers to its pings, found " + MAX_UNREAD_PONGS
                            + " unread");
        }
        writer.pong(theirs);
    }

    void onPong(long found) {
        if (!waiting || found != body) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, "PONG: expected the answer to a ping of this side, found another");
        }
        waiting = false;
    }
}
