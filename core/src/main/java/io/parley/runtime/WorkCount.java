package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Number of a session's messages in progress: those that wait for a handler, and those that a handler has neither
 * answered nor closed. Messages in the lane do not count against the limit, since their reserved memory bounds them.
 * Work that its sender abandoned does not count either, up to as many messages again, so that callers who cancel are
 * not refused; beyond that it counts, since cancelling must not allow unbounded work. Thread-safe.
 */
final class WorkCount {
    private final int most;
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger inLane = new AtomicInteger();
    /** Messages that their sender abandoned after a handler had started. */
    private final AtomicInteger abandoned = new AtomicInteger();

    WorkCount(Limits limits) {
        this.most = limits.getInt(Limit.STREAMS);
    }

    /**
     * Counts a message to be dispatched.
     *
     * @return false if the limit is exceeded
     */
    boolean begin(boolean isInLane) {
        int now = all.incrementAndGet();
        if (isInLane) {
            inLane.incrementAndGet();
            return true;
        }
        return now - inLane.get() - Math.min(abandoned.get(), most) <= most;
    }

    /** Records that the sender of a message abandoned it while its handler continues. */
    void abandon(boolean isInLane) {
        if (!isInLane) {
            abandoned.incrementAndGet();
        }
    }

    /** Removes a message; returns the number of messages left. */
    int end(boolean isInLane, boolean wasAbandoned) {
        if (isInLane) {
            inLane.decrementAndGet();
        } else if (wasAbandoned) {
            abandoned.decrementAndGet();
        }
        return all.decrementAndGet();
    }

    boolean isZero() {
        return all.get() == 0;
    }

    /** Returns the reason for refusing a message that exceeds the limit. */
    String limitExceeded() {
        return "it is still processing " + (all.get() - 1) + " messages, " + abandoned.get()
                + " of them cancelled by their senders; the setting is " + Limit.STREAMS.setting();
    }
}
