package io.parley.session;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;

/** Token bucket for control frames, with a capacity of one second. */
final class ControlRate {
    private static final long SECOND = 1_000_000_000L;

    private final long perSecond;
    private long tokens;
    private long since;

    ControlRate(long perSecond, long now) {
        this.perSecond = perSecond;
        this.tokens = perSecond;
        this.since = now;
    }

    /** Counts one frame; throws {@code ENHANCE_CALM} if the rate is exceeded. */
    void count(long now) {
        count(1, now);
    }

    /** Counts an event that costs as much as several frames. */
    void count(int cost, long now) {
        long elapsed = now - since;
        if (elapsed >= SECOND) {
            tokens = perSecond;
            since = now;
        } else {
            long earned = (long) (elapsed * (double) perSecond / SECOND);
            if (earned > 0) {
                tokens = Math.min(perSecond, tokens + earned);
                since = now;
            }
        }
        if (tokens <= 0) {
            throw new ParleyException(
                    ErrorCode.ENHANCE_CALM,
                    "session: expected at most " + perSecond + " control frames per second, found more; the setting is "
                            + Limit.CONTROL_RATE.setting());
        }
        tokens -= cost;
    }
}
