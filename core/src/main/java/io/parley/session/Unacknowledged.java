package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The numbered frames that this side sent and the peer has not acknowledged, oldest first. They are resent on the next
 * connection (docs/protocol/durable.md, section 12). Content waits while the window is full; control frames do not, so
 * that flow control and stream ends never depend on it.
 */
final class Unacknowledged {
    /** Cost in bytes of a retained frame besides its length: its buffer. */
    static final int FRAME_COST = 256;

    /** Maximum bytes of control frames retained beyond twice the window. */
    private static final long CONTROL_SLACK = 1024 * 1024;

    private final long window;
    /**
     * Bytes that may be retained in any case, so that a session progresses from one ACK to the next even if the process
     * is out of memory.
     */
    private final long least;

    private final Budget budget;
    private final ArrayDeque<Kept> frames = new ArrayDeque<>();
    private long acknowledged;
    private long cost;
    private boolean over;

    /** A frame and the track that it was sent on. */
    private record Kept(ByteBuf frame, int track) {}

    Unacknowledged(long window, Budget budget) {
        this.window = window;
        this.least = 2 * Continuity.step(window);
        this.budget = budget;
    }

    /** Returns the cost of a frame in the windows of both sides, in bytes. */
    static long cost(int frameBytes) {
        return (long) frameBytes + FRAME_COST;
    }

    /** Returns whether one more content frame may be sent. */
    boolean hasRoom() {
        return cost < window && (cost < least || budget.hasRoom());
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /** Retains the next frame in the order of the sequence numbers. The caller keeps the frame. */
    void addRetained(ByteBuf frame, int track) {
        if (!over) {
            frames.add(new Kept(frame.retainedDuplicate(), track));
            count(cost(frame.readableBytes()));
        }
    }

    /**
     * Retains frames that an earlier process sent, in the order of their numbers.
     *
     * @param peerReceived the number before the first of them
     */
    void restore(long peerReceived, List<ByteBuf> sent) {
        acknowledged = peerReceived;
        for (ByteBuf frame : sent) {
            frames.add(new Kept(frame, Tracks.CONTROL));
            count(cost(frame.readableBytes()));
        }
    }

    /**
     * Handles an acknowledgement of all frames up to a number.
     *
     * @return how many of them are new
     * @throws ParleyException {@code PROTOCOL} if the number was never sent, or is below the previous one
     */
    long acknowledge(long received) {
        check(received, "ACK");
        long news = received - acknowledged;
        while (acknowledged < received) {
            acknowledged++;
            ByteBuf frame = frames.remove().frame();
            count(-cost(frame.readableBytes()));
            frame.release();
        }
        return news;
    }

    /** Checks that all frames after a number are retained; throws {@code PROTOCOL}. */
    void check(long received, String where) {
        long sent = acknowledged + frames.size();
        if (received < acknowledged || received > sent) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    where + ": expected a number from " + acknowledged + " to " + sent + ", found " + received);
        }
    }

    /** Throws {@code FLOW_CONTROL} if the peer causes frames to be sent and acknowledges none. */
    void checkPeerAcknowledges() {
        if (cost > 2 * window + CONTROL_SLACK) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "session: expected acknowledgements of what was sent, found " + frames.size()
                            + " frames without one; the setting is " + Limit.RESEND_BYTES.setting());
        }
    }

    /** Resends all retained frames on a new connection. */
    void repeat(FrameWriter writer) {
        for (Kept kept : frames) {
            writer.repeat(kept.frame().retainedDuplicate(), kept.track());
        }
    }

    /** Releases all frames when the session is closed. */
    void release() {
        over = true;
        for (Kept kept : frames) {
            count(-cost(kept.frame().readableBytes()));
            kept.frame().release();
        }
        frames.clear();
    }

    private void count(long bytes) {
        cost += bytes;
        budget.count(bytes);
    }
}
