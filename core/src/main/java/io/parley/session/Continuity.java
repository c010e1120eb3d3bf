package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.frame.FrameType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connection-independent state of a resumable session (docs/protocol/durable.md, section 12): sent frames that the peer
 * has not acknowledged, received bytes to acknowledge, and whether there is a connection now.
 */
final class Continuity {
    /**
     * Maximum number of received bytes before an acknowledgement, which is sent earlier if a quarter of the resend
     * window is smaller.
     */
    private static final long MOST_STEP = 256 * 1024;

    /** Number of consecutive connections whose first frames may be damaged before the session is given up. */
    private static final int MOST_DAMAGED = 5;

    /** Minimum and maximum length of a resumption secret in bytes. */
    private static final int SHORTEST_SECRET = 16;

    private static final int LONGEST_SECRET = 64;

    private final Effects effects;
    private final FrameWriter writer;
    private final Unacknowledged unacknowledged;
    /** Log of all frames; null if the session is not durable. */
    private final @Nullable FrameLog log;

    private final long step;
    private FrameReader reader;
    /** Opening side: the secret that the peer expects on the next connection. */
    private byte[] secret;

    private long arrived;
    /** True if the last ACK left out received frames because earlier ones were missing. */
    private boolean behind;

    private boolean lost;
    private boolean confirmed = true;
    private int damaged;

    Continuity(
            Limits limits,
            SessionSide side,
            FrameWriter writer,
            FrameReader reader,
            byte[] secret,
            @Nullable FrameLog log) {
        this.effects = side.effects();
        this.writer = writer;
        this.reader = reader;
        this.secret = secret;
        this.log = log;
        long window = limits.get(Limit.RESEND_BYTES);
        this.step = step(window);
        this.unacknowledged = new Unacknowledged(window, side.settings().sendingBudget());
    }

    /** Starts to retain sent frames, when the session is open. */
    void begin() {
        writer.keep(unacknowledged, log);
    }

    /**
     * Restores a session of an earlier process, without a connection.
     *
     * @param sent the frames sent last; ownership is transferred
     */
    void begin(DurableState state, List<ByteBuf> sent) {
        reader.follow(state.received());
        writer.follow(state.sent());
        unacknowledged.restore(state.sent() - sent.size(), sent);
        lost = true;
        begin();
    }

    /** Returns the number of bytes that may arrive before they are acknowledged. */
    static long step(long window) {
        return Math.min(MOST_STEP, window / 4);
    }

    /** Checks the length of a secret; throws {@code PROTOCOL}. */
    static void checkSecret(byte[] found) {
        if (found.length < SHORTEST_SECRET || found.length > LONGEST_SECRET) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    "ACCEPT: expected a secret of " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " bytes, found "
                            + found.length);
        }
    }

    /** Returns whether the session has no connection now. */
    boolean isLost() {
        return lost;
    }

    byte[] secret() {
        return secret;
    }

    /** Returns the sequence number up to which all frames were received. */
    long received() {
        return reader.sequence();
    }

    /** Returns whether a reader's connection is the current one of the session. */
    boolean isReadBy(FrameReader one) {
        return reader == one && !lost;
    }

    /** Returns whether neither side has anything to acknowledge, as far as this side knows. */
    boolean isSettled() {
        return unacknowledged.isEmpty() && arrived == 0 && !behind && !lost;
    }

    /** Logs a received frame before it is processed. */
    @HotPath
    void onArrival(FrameType type, ByteBuf frame) {
        FrameLog frameLog = log;
        if (frameLog != null && type.scope() == FrameType.Scope.SESSION) {
            frameLog.received(frame);
        }
    }

    /** Records a received frame after it was processed, and acknowledges if due. */
    @HotPath
    void onFrame(FrameType type, int bytes) {
        if (!confirmed) {
            confirmed = true;
            damaged = 0;
            effects.add(to -> to.resumption().onConfirmed());
        }
        if (type.scope() == FrameType.Scope.SESSION) {
            arrived += Unacknowledged.cost(bytes);
            if (arrived >= step || (behind && !reader.isMissingAny())) {
                acknowledge();
            }
            unacknowledged.checkPeerAcknowledges();
        }
    }

    /** Acknowledges received frames, if there are new ones. */
    void acknowledge() {
        if (arrived > 0 && !lost) {
            arrived = 0;
            behind = reader.isMissingAny();
            writer.ack(received());
        }
    }

    /** Handles an acknowledgement of all frames up to a number; returns how many of them are new. */
    long onAck(long number) {
        long news = unacknowledged.acknowledge(number);
        logAcknowledged(number);
        return news;
    }

    private void logAcknowledged(long number) {
        if (log != null) {
            log.acknowledged(number);
        }
    }

    /** Counts a connection that brought a damaged frame; returns whether to try another connection. */
    boolean toleratesDamage() {
        damaged++;
        return damaged <= MOST_DAMAGED;
    }

    /** Handles the loss of the connection. */
    void lose() {
        lost = true;
        writer.suspend();
    }

    /** Checks the sequence number in the peer's RESUME or ACCEPT; throws {@code PROTOCOL} if it cannot be. */
    void check(long received) {
        unacknowledged.check(received, "RESUME");
    }

    /** Continues on another connection and resends the frames that the peer lacks. Both sides first send an ACK. */
    void resume(FrameReader on, long peerReceived) {
        on.follow(reader);
        reader = on;
        lost = false;
        confirmed = false;
        arrived = 0;
        behind = reader.isMissingAny();
        writer.ack(received());
        unacknowledged.acknowledge(peerReceived);
        logAcknowledged(peerReceived);
        unacknowledged.repeat(writer);
    }

    void renew(byte[] newSecret) {
        checkSecret(newSecret);
        secret = newSecret;
    }

    /** Releases all retained frames when the session is closed. */
    void release() {
        unacknowledged.release();
    }
}
