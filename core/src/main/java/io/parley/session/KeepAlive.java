package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Knows when the peer was last heard of, and asks for a sign of life. */
final class KeepAlive {
    /** Answers to pings that a peer may leave unread. */
    private static final int MAX_UNREAD_PONGS = 1000;

    /** Pings of this side that wait for their answers. */
    private static final int MAX_ASKED = 16;

    private final long limitNanos;
    private final FrameWriter writer;
    private long lastHeard;
    /** What waits for an answer, oldest first. */
    private final Deque<Asked> asked = new ArrayDeque<>();

    private long body;
    private int unreadPongs;

    /** A ping under way and what its answer is for. */
    private record Asked(long body, Runnable onAnswer) {}

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
        if (silent >= limitNanos / 2 && asked.isEmpty()) {
            ping(() -> {});
        }
    }

    /** Asks for a sign of life now; throws {@code LIMIT} if too many were asked for and not given. */
    void ping(Runnable onAnswer) {
        if (asked.size() >= MAX_ASKED) {
            throw new ParleyException(
                    ErrorCode.LIMIT,
                    "session: expected at most " + MAX_ASKED + " pings without an answer, found one more");
        }
        asked.add(new Asked(++body, onAnswer));
        writer.ping(body);
    }

    /** Another connection carries the session: what was asked is asked again. */
    void onResumed(long now) {
        lastHeard = now;
        unreadPongs = 0;
        asked.forEach(ping -> writer.ping(ping.body()));
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
        Asked oldest = asked.poll();
        if (oldest == null || found != oldest.body()) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL, "PONG: expected the answer to a ping of this side, found another");
        }
        oldest.onAnswer().run();
    }
}
