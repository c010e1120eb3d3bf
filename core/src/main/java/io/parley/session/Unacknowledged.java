package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The numbered frames that this side sent and the peer did not acknowledge, oldest first: what is repeated on the next
 * connection (docs/protocol/durable.md, section 12). Content waits while it is full; control frames do not, so that flow and
 * endings never depend on it.
 */
final class Unacknowledged {
    /** Cost of a kept frame beside its bytes: its buffer. */
    static final int FRAME_COST = 256;

    /** Control frames that may be kept beyond twice the window. */
    private static final long CONTROL_SLACK = 1024 * 1024;

    private final long window;
    /** Kept in any case, so that a session whose process is out of memory still gets on, from one ACK to the next. */
    private final long least;

    private final Budget budget;
    private final ArrayDeque<Kept> frames = new ArrayDeque<>();
    private long acknowledged;
    private long cost;
    private boolean over;

    /** A frame and the lane that it was sent on. */
    private record Kept(ByteBuf frame, int lane) {}

    Unacknowledged(long window, Budget budget) {
        this.window = window;
        this.least = 2 * Continuity.step(window);
        this.budget = budget;
    }

    /** Returns the cost of a frame in the windows of both sides. */
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

    /** Keeps the next frame in the order of their numbers. The frame itself stays the caller's. */
    void addRetained(ByteBuf frame, int lane) {
        if (!over) {
            frames.add(new Kept(frame.retainedDuplicate(), lane));
            count(cost(frame.readableBytes()));
        }
    }

    /** Keeps what another process sent: frames in the order of their numbers, behind one that the peer has. */
    void restore(long peerReceived, List<ByteBuf> sent) {
        acknowledged = peerReceived;
        for (ByteBuf frame : sent) {
            frames.add(new Kept(frame, Lanes.CONTROL));
            count(cost(frame.readableBytes()));
        }
    }

    /**
     * Handles an acknowledgement of all frames up to that number.
     *
     * @return how many of them are new
     * @throws ParleyException {@code PROTOCOL} if it was never sent, or is below the one before
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

    /** Throws {@code PROTOCOL} unless all frames behind that number are here. */
    void check(long received, String where) {
        long sent = acknowledged + frames.size();
        if (received < acknowledged || received > sent) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    where + ": expected a number from " + acknowledged + " to " + sent + ", found " + received);
        }
    }

    /** Throws {@code FLOW_CONTROL} if the peer makes this side send and acknowledges nothing. */
    void checkPeerAcknowledges() {
        if (cost > 2 * window + CONTROL_SLACK) {
            throw new ParleyException(
                    ErrorCode.FLOW_CONTROL,
                    "session: expected acknowledgements of what was sent, found " + frames.size()
                            + " frames without one; the setting is " + Limit.RESEND_BYTES.setting());
        }
    }

    /** Passes all kept frames to a new connection. */
    void repeat(FrameWriter writer) {
        for (Kept kept : frames) {
            writer.repeat(kept.frame().retainedDuplicate(), kept.lane());
        }
    }

    /** The session is over: nothing is or will be kept. */
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
