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
 * State that lets a session outlive its connections (docs/protocol/durable.md, section 12): the frames it keeps, those
 * it still has to acknowledge, and whether it has a connection now.
 */
final class Continuity {
    /**
     * Greatest number of received bytes before an acknowledgement; it is sent earlier after a quarter of the window.
     */
    private static final long MOST_STEP = 256 * 1024;

    /** Connections in a row whose first frame may be damaged: a wire that damages everything carries no session. */
    private static final int MOST_DAMAGED = 5;

    /** Lengths that a secret may have. */
    private static final int SHORTEST_SECRET = 16;

    private static final int LONGEST_SECRET = 64;

    private final Effects effects;
    private final FrameWriter writer;
    private final Unacknowledged kept;
    /** Log of all frames; null where a crash ends the session. */
    private final @Nullable FrameLog log;

    private final long step;
    private FrameReader reader;
    /** Opening side: what the peer wants to see on the next connection. */
    private byte[] secret;

    private long arrived;
    /** Whether frames that came were not acknowledged with the last ACK, since others before them were missing. */
    private boolean behind;

    private boolean lost;
    private boolean proved = true;
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
        this.kept = new Unacknowledged(window, side.settings().sendingBudget());
    }

    /** The session begins: what it sends is kept from now on. */
    void begin() {
        writer.keep(kept, log);
    }

    /**
     * Restores a session that another process left, without a connection.
     *
     * @param unacknowledged frames sent last; taken over
     */
    void begin(DurableState state, List<ByteBuf> unacknowledged) {
        reader.follow(state.received());
        writer.follow(state.sent());
        kept.restore(state.sent() - unacknowledged.size(), unacknowledged);
        lost = true;
        begin();
    }

    /** Returns how many bytes may arrive before they are acknowledged. */
    static long step(long window) {
        return Math.min(MOST_STEP, window / 4);
    }

    /** Throws {@code PROTOCOL} unless the bytes may be a secret. */
    static void checkSecret(byte[] found) {
        if (found.length < SHORTEST_SECRET || found.length > LONGEST_SECRET) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    "ACCEPT: expected a secret of " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " bytes, found "
                            + found.length);
        }
    }

    /** Returns whether it has no connection now. */
    boolean isLost() {
        return lost;
    }

    byte[] secret() {
        return secret;
    }

    /** The highest number up to which all frames came. */
    long received() {
        return reader.sequence();
    }

    /** Returns whether frames that this reader checked are the session's. */
    boolean isReadBy(FrameReader one) {
        return reader == one && !lost;
    }

    /** Returns whether neither side has anything to acknowledge, as far as this side knows. */
    boolean isSettled() {
        return kept.isEmpty() && arrived == 0 && !behind && !lost;
    }

    /** A frame came and nothing was done about it yet. */
    @HotPath
    void onArrival(FrameType type, ByteBuf frame) {
        FrameLog telling = log;
        if (telling != null && type.scope() == FrameType.Scope.SESSION) {
            telling.received(frame);
        }
    }

    /** A frame came and was worked on. */
    @HotPath
    void onFrame(FrameType type, int bytes) {
        if (!proved) {
            proved = true;
            damaged = 0;
            effects.add(to -> to.resumption().onProved());
        }
        if (type.scope() == FrameType.Scope.SESSION) {
            arrived += Unacknowledged.cost(bytes);
            if (arrived >= step || (behind && !reader.isMissingAny())) {
                acknowledge();
            }
            kept.checkPeerAcknowledges();
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

    /** Handles an acknowledgement of all frames up to that number; returns how many of them are new. */
    long onAck(long number) {
        long news = kept.acknowledge(number);
        tellAcknowledged(number);
        return news;
    }

    private void tellAcknowledged(long number) {
        if (log != null) {
            log.acknowledged(number);
        }
    }

    /** The connection brings what nobody sent; answers whether another one is worth trying. */
    boolean toleratesDamage() {
        damaged++;
        return damaged <= MOST_DAMAGED;
    }

    /** Handles the loss of the connection. */
    void lose() {
        lost = true;
        writer.suspend();
    }

    /** Throws {@code PROTOCOL} if the peer cannot have received that. */
    void check(long received) {
        kept.check(received, "RESUME");
    }

    /** Continues on another connection: frames that the peer lacks are repeated. Both sides begin with an ACK. */
    void resume(FrameReader on, long peerReceived) {
        on.follow(reader);
        reader = on;
        lost = false;
        proved = false;
        arrived = 0;
        behind = reader.isMissingAny();
        writer.ack(received());
        kept.acknowledge(peerReceived);
        tellAcknowledged(peerReceived);
        kept.repeat(writer);
    }

    void renew(byte[] newSecret) {
        checkSecret(newSecret);
        secret = newSecret;
    }

    /** The session is over. */
    void release() {
        kept.release();
    }
}
