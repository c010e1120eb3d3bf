package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;

/** A token bucket for control frames: a second's worth may come at once. */
final class ControlRate {
    private static final long SECOND = 1_000_000_000L;

    private final long perSecond;
    private long left;
    private long since;

    ControlRate(long perSecond, long now) {
        this.perSecond = perSecond;
        this.left = perSecond;
        this.since = now;
    }

    /** Counts one; throws {@code ENHANCE_CALM} if there were too many. */
    void count(long now) {
        count(1, now);
    }

    /** Counts something that costs as much as so many. */
    void count(int cost, long now) {
        long elapsed = now - since;
        if (elapsed >= SECOND) {
            left = perSecond;
            since = now;
        } else {
            long earned = (long) (elapsed * (double) perSecond / SECOND);
            if (earned > 0) {
                left = Math.min(perSecond, left + earned);
                since = now;
            }
        }
        if (left <= 0) {
            throw new ParleyException(
                    ErrorCode.ENHANCE_CALM,
                    "session: expected at most " + perSecond + " control frames per second, found more; the setting is "
                            + Limit.CONTROL_RATE.setting());
        }
        left -= cost;
    }
}
