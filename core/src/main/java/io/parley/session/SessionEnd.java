package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import org.jspecify.annotations.Nullable;

/**
 * The end of an open session: a drain by either side, the loss of a connection, which may be none, and whatever closes it.
 */
final class SessionEnd {
    private final SessionHost host;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final StreamEnds ends;
    private final KeepAlive keepAlive;
    /** Null where a lost connection ends the session. */
    private final @Nullable Continuity continuity;

    private boolean drains;
    private boolean closed;

    SessionEnd(
            SessionHost host,
            FrameWriter writer,
            LiveStreams streams,
            StreamEnds ends,
            KeepAlive keepAlive,
            @Nullable Continuity continuity) {
        this.host = host;
        this.writer = writer;
        this.streams = streams;
        this.ends = ends;
        this.keepAlive = keepAlive;
        this.continuity = continuity;
    }

    /** Returns whether the session is over. One that waits for another connection is not. */
    boolean isClosed() {
        return closed;
    }

    /** Returns whether neither side drains the session, and nothing ended it. */
    boolean admitsMessages() {
        return !closed && !drains && !ends.peerDrains();
    }

    /** Returns whether the session waits for another connection. */
    boolean isLost() {
        return continuity != null && continuity.isLost();
    }

    /** Begins nothing more and ends when what is under way is done. */
    void drain(ErrorCode code, String text) {
        if (closed || drains) {
            return;
        }
        drains = true;
        int lastServed = streams.highestPeer();
        ends.serveTo(lastServed);
        writer.goaway(true, code, lastServed, text);
        ends.unbegun(text);
        closeIfDrained();
    }

    /** Drains as far as another process of this side, and its peer, began to. */
    void restore(DurableState state) {
        if (state.lastServed() < Integer.MAX_VALUE) {
            drains = true;
            ends.serveTo(state.lastServed());
        }
        if (state.peerDrains()) {
            ends.peerDrained();
        }
    }

    /**
     * Checks a silent peer. Calls under way may still be answered, in case it is only delayed: a session that cannot
     * have another connection takes no more of them and ends when they have.
     */
    void onLook(long now) {
        if (closed || isLost()) {
            return;
        }
        try {
            keepAlive.look(now);
        } catch (ParleyException e) {
            if (continuity != null) {
                lose(e);
            } else if (keepAlive.isOver(now)) {
                fail(e);
            } else {
                drain(ErrorCode.GOING_AWAY, "the peer gives no sign of life");
            }
        }
    }

    /** The connection brings what no peer sends. */
    void onDamage(ParleyException why) {
        if (continuity != null && continuity.toleratesDamage()) {
            lose(why);
        } else {
            fail(why);
        }
    }

    /** The connection is gone; the cause is null after an orderly close by either side. */
    void onConnectionClosed(@Nullable Throwable cause) {
        if (closed) {
            return;
        }
        ParleyException why =
                new ParleyException(ErrorCode.CONNECTION_LOST, "session: the connection was closed", cause);
        boolean drained = isDrained();
        if (continuity != null && !(drained && continuity.isSettled())) {
            lose(why);
        } else {
            finish(drained ? null : why);
        }
    }

    /** The peer ends the session without draining it. */
    void onClosedByPeer(ParleyException why) {
        host.disconnect();
        finish(why);
    }

    /** Ends a lost session: it was not resumed in time, or the peer does not know it any more. */
    void giveUp(ParleyException why) {
        if (!closed && isLost()) {
            finish(isDrained() ? null : why);
        }
    }

    /** Ends the session because of this side. */
    void fail(ParleyException why) {
        if (!closed) {
            writer.goaway(false, why.code(), streams.highestDispatched(), why.text());
            host.disconnect();
            finish(why);
        }
    }

    /** Closes a session that drains and has nothing under way any more. */
    void closeIfDrained() {
        if (closed || !isDrained()) {
            return;
        }
        if (continuity != null) {
            // Told apart from a cut: what the peer lacks must still be had from here.
            continuity.acknowledge();
            if (!continuity.isSettled()) {
                return;
            }
            writer.goaway(false, ErrorCode.GOING_AWAY, streams.highestDispatched(), "the session is drained");
        }
        host.disconnect();
        finish(keepAlive.silence());
    }

    private boolean isDrained() {
        return (drains || ends.peerDrains()) && ends.allOver();
    }

    private void lose(ParleyException why) {
        Continuity lasting = continuity;
        if (lasting != null && !closed && !lasting.isLost()) {
            lasting.lose();
            host.disconnect();
            host.effects().add(to -> to.resumption().onConnectionLost(why));
        }
    }

    private void finish(@Nullable ParleyException why) {
        closed = true;
        if (continuity != null) {
            continuity.release();
        }
        ErrorCode code = why == null ? ErrorCode.GOING_AWAY : why.code();
        String text = why == null ? "the session ended" : why.text();
        ends.all(code, text);
        boolean orderly = code == ErrorCode.CLOSED || code == ErrorCode.GOING_AWAY;
        host.effects().add(to -> to.onClosed(orderly ? null : why));
    }
}
