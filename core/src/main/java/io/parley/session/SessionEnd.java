package io.parley.session;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import org.jspecify.annotations.Nullable;

/** The end of an open session: by a drain of either side, by the loss of its connection, or by an error. */
final class SessionEnd {
    private final SessionHost host;
    private final FrameWriter writer;
    private final LiveStreams streams;
    private final StreamEnds ends;
    private final KeepAlive keepAlive;
    /** Null if the loss of the connection ends the session. */
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

    /** Returns whether the session is closed. A session that waits for another connection is not. */
    boolean isClosed() {
        return closed;
    }

    /** Returns whether messages may be started: neither side drains, and the session is not closed. */
    boolean admitsMessages() {
        return !closed && !drains && !ends.peerDrains();
    }

    /** Returns whether the session waits for another connection. */
    boolean isLost() {
        return continuity != null && continuity.isLost();
    }

    /** Drains the session: no stream is started any more, and the session ends when the open ones have. */
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

    /** Restores the drains that an earlier process and its peer had started. */
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
     * Checks for a silent peer. A session that cannot be resumed is drained first, because calls in progress may still
     * be answered if the peer is only delayed.
     */
    void onPeerCheck(long now) {
        if (closed || isLost()) {
            return;
        }
        try {
            keepAlive.checkPeer(now);
        } catch (ParleyException e) {
            if (continuity != null) {
                lose(e);
            } else if (keepAlive.isOver(now)) {
                fail(e);
            } else {
                drain(ErrorCode.GOING_AWAY, "the peer does not respond");
            }
        }
    }

    /** Handles invalid data that may be damage by the network. */
    void onDamage(ParleyException why) {
        if (continuity != null && continuity.toleratesDamage()) {
            lose(why);
        } else {
            fail(why);
        }
    }

    /**
     * Handles the end of the connection.
     *
     * @param cause null after an orderly close by either side
     */
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

    /** Handles the end of the session by the peer without a drain. */
    void onClosedByPeer(ParleyException why) {
        host.disconnect();
        finish(why);
    }

    /** Ends a lost session that was not resumed in time, or that the peer no longer knows. */
    void giveUp(ParleyException why) {
        if (!closed && isLost()) {
            finish(isDrained() ? null : why);
        }
    }

    /** Ends the session because of an error on this side. */
    void fail(ParleyException why) {
        if (!closed) {
            writer.goaway(false, why.code(), streams.highestDispatched(), why.text());
            host.disconnect();
            finish(why);
        }
    }

    /** Closes a draining session once no stream is open. */
    void closeIfDrained() {
        if (closed || !isDrained()) {
            return;
        }
        if (continuity != null) {
            // Close only when settled: the peer may still need frames that it has not received.
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
