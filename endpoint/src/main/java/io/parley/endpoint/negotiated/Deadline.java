package io.parley.endpoint.negotiated;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Duration;

/** Deadline of one call, across all attempts. Immutable. */
final class Deadline {
    private final Duration within;
    private final long end;

    private Deadline(Duration within) {
        this.within = within;
        this.end = System.nanoTime() + within.toNanos();
    }

    /** Returns the deadline of a call that starts now. */
    static Deadline in(Duration within) {
        return new Deadline(Durations.bounded(within));
    }

    /**
     * Returns the remaining time.
     *
     * @throws ParleyException {@code TIMEOUT} if the deadline has passed
     */
    Duration remaining() {
        long remaining = end - System.nanoTime();
        if (remaining <= 0) {
            throw new ParleyException(
                    ErrorCode.TIMEOUT, "expected a response within " + within.toMillis() + " ms, found none");
        }
        return Duration.ofNanos(remaining);
    }
}
