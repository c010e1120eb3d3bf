package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;

/** Time for which a key is not negotiated after a failure: a first time, doubled each time up to a longest. */
enum HoldOff {
    /** After what says nothing about the service, or that it will soon answer; just enough not to double the traffic to it. */
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

    /** Returns the hold-off for a reason that ended a negotiation; never none, so that a failing one cannot spin. */
    static HoldOff of(FallbackReason reason) {
        return switch (reason.memory()) {
            case LONG -> LONG;
            case SOON -> QUIET;
            case CALL, RENEW, SHORT -> SHORT;
        };
    }

    /** @param times number of failures in a row, at least 1 */
    long nanos(int times) {
        long doubled = first.toNanos() << Math.min(times - 1, MAX_DOUBLINGS);
        return Math.min(doubled, longest.toNanos());
    }
}
