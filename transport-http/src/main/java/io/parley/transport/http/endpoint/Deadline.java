package io.parley.transport.http.endpoint;

import io.parley.Durations;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.time.Duration;

/** The end of the time of one call, whichever ways it tries. Immutable. */
final class Deadline {
    private final Duration within;
    private final long end;

    private Deadline(Duration within) {
        this.within = within;
        this.end = System.nanoTime() + within.toNanos();
    }

    /** Returns the deadline of a call that begins now. */
    static Deadline in(Duration within) {
        return new Deadline(Durations.bounded(within));
    }

    /**
     * Returns the time that is left.
     *
     * @throws ParleyException {@code TIMEOUT} if there is none
     */
    Duration left() {
        long left = end - System.nanoTime();
        if (left <= 0) {
            throw new ParleyException(ErrorCode.TIMEOUT, "expected a response within " + within + ", found none");
        }
        return Duration.ofNanos(left);
    }
}
