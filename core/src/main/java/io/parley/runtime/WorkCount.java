package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Number of a session's messages that wait for a handler, or that a handler neither answered nor closed. Messages in the lane are
 * bounded by the memory that they have reserved; work that its sender gave up is counted apart, up to as many messages, so that callers
 * who cancel are not refused for it: beyond that it counts as any other, or cancelling would be a way to pile work up. Thread-safe.
 */
final class WorkCount {
    private final int most;
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger inLane = new AtomicInteger();
    /** Those that their sender gave up after a handler had begun. */
    private final AtomicInteger abandoned = new AtomicInteger();

    WorkCount(Limits limits) {
        this.most = limits.getInt(Limit.STREAMS);
    }

    /**
     * Counts a message that is to be dispatched.
     *
     * @return false if that is too much
     */
    boolean begin(boolean isInLane) {
        int now = all.incrementAndGet();
        if (isInLane) {
            inLane.incrementAndGet();
            return true;
        }
        return now - inLane.get() - Math.min(abandoned.get(), most) <= most;
    }

    /** The sender of a message gave it up, and its handler goes on. */
    void abandon(boolean isInLane) {
        if (!isInLane) {
            abandoned.incrementAndGet();
        }
    }

    /** Returns how many are left. */
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

    /** Returns why one more is too much, for who is turned away. */
    String tooMuch() {
        return "it still works on " + (all.get() - 1) + " messages, " + abandoned.get()
                + " of them given up by their senders; the setting is " + Limit.STREAMS.setting();
    }
}
