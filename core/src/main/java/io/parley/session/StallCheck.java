package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;

/**
 * Stall detection for a session and its streams: fails if the peer accepts none of the content that waits for it for
 * too long (docs/protocol/framing.md, section 6).
 */
final class StallCheck {
    private final long stallNanos;
    private final StallTimer stallTimer;

    StallCheck(Limits limits) {
        this.stallNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.STALL_MILLIS));
        this.stallTimer = new StallTimer(stallNanos);
    }

    /** Stops the session's timer, because nothing waits. */
    void rest() {
        stallTimer.rest();
    }

    /**
     * Checks the session, then each stream.
     *
     * @param waits true if content waits for the channel or for the session's credit
     * @param sent bytes of content sent so far
     * @throws ParleyException {@code TOO_SLOW}
     */
    void check(boolean waits, long sent, Iterable<Stream> streams, long now) {
        if (stallTimer.isStalled(waits, sent, now)) {
            throw tooSlow("session");
        }
        for (Stream stream : streams) {
            if (isStalled(stream, now)) {
                throw tooSlow(stream.toString());
            }
        }
    }

    private boolean isStalled(Stream stream, long now) {
        // The writer of a side stream has its own timeout; a stalled one does not end the session.
        boolean waits = stream.begun && stream.sendWindow == 0 && stream.hasContent() && !stream.isSide();
        if (!waits) {
            stream.stallTimer = null;
            return false;
        }
        StallTimer known = stream.stallTimer;
        if (known == null) {
            known = new StallTimer(stallNanos);
            stream.stallTimer = known;
        }
        return known.isStalled(true, stream.written - stream.queued, now);
    }

    private ParleyException tooSlow(String whose) {
        return new ParleyException(
                ErrorCode.TOO_SLOW,
                whose + ": expected the peer to take something of what waits for it within " + stallNanos / 1_000_000
                        + " ms, found that it took nothing; the setting is " + Limit.STALL_MILLIS.setting());
    }
}
