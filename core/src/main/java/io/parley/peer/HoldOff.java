package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;

/**
 * Time for which no negotiation is attempted for a key after a failure: an initial time, doubled with each failure in a
 * row up to a maximum.
 */
enum HoldOff {
    /**
     * After failures that say nothing about the service, or that it, or another node, will soon be ready; avoids
     * doubling the traffic to it.
     */
    QUIET(Duration.ofSeconds(1), Duration.ofSeconds(30)),
    SHORT(Duration.ofSeconds(30), Duration.ofMinutes(10)),
    LONG(Duration.ofHours(1), Duration.ofDays(1));

    private static final int MAX_DOUBLINGS = 16;

    private final Duration first;
    private final Duration longest;

    HoldOff(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
    }

    /**
     * Returns the hold-off for the reason of a failed negotiation; never none, so that failures cannot cause a busy
     * loop.
     */
    static HoldOff of(FallbackReason reason) {
        return switch (reason.memory()) {
            case LONG -> LONG;
            case SOON -> QUIET;
            case CALL, RENEW, SHORT -> SHORT;
        };
    }

    /** Returns the hold-off for the reason why a short-lived session ended. */
    static HoldOff ofShortLived(FallbackReason reason) {
        HoldOff own = of(reason);
        return own == LONG ? SHORT : own;
    }

    /**
     * Returns the time in nanoseconds.
     *
     * @param times number of failures in a row, at least 1
     */
    long nanos(int times) {
        long doubled = first.toNanos() << Math.min(times - 1, MAX_DOUBLINGS);
        return Math.min(doubled, longest.toNanos());
    }
}
