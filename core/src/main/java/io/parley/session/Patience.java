package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.util.concurrent.TimeUnit;

/**
 * Ends the session with a peer that makes content wait and takes none of it for too long; docs/protocol/framing.md,
 * section 6.
 */
final class Patience {
    private final long stallNanos;
    private final Pace pace;

    Patience(Limits limits) {
        this.stallNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.STALL_MILLIS));
        this.pace = new Pace(stallNanos);
    }

    /** Stops the clock: nothing of the session waits. */
    void rest() {
        pace.rest();
    }

    /**
     * Checks the session, then each stream.
     *
     * @param waits whether content waits for the channel or for the session's credit
     * @param sent bytes of content that went out so far
     * @throws ParleyException {@code TOO_SLOW}
     */
    void check(boolean waits, long sent, Iterable<Stream> streams, long now) {
        if (pace.isStalled(waits, sent, now)) {
            throw tooSlow("session");
        }
        for (Stream stream : streams) {
            if (isStalled(stream, now)) {
                throw tooSlow(stream.toString());
            }
        }
    }

    private boolean isStalled(Stream stream, long now) {
        // A side stream that is not read is its own writer's to give up, and no reason to end the session.
        boolean waits = stream.begun && stream.sendWindow == 0 && stream.hasContent() && !stream.isSide();
        if (!waits) {
            stream.pace = null;
            return false;
        }
        Pace known = stream.pace;
        if (known == null) {
            known = new Pace(stallNanos);
            stream.pace = known;
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
