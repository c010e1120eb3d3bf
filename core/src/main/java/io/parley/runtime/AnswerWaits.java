package io.parley.runtime;

import io.parley.HotPath;
import io.parley.channel.ShortWaits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Spin policy for the callers of one session: a lone caller spins for up to the typical response time. With several
 * callers the processors are busy with the others' calls: each then only yields a few times before it parks, which is
 * cheaper than to be parked and woken. Both are done only while they pay off. Thread-safe.
 */
final class AnswerWaits {
    /** Maximum number of polls of a caller that may spin for long, in case the response takes longer this time. */
    private static final int MOST_LOOKS = 2_000;
    /** Number of polls of one of several callers: together they take no longer than to park and be woken. */
    static final int FEW_LOOKS = 8;

    private final ShortWaits alone = new ShortWaits();
    private final ShortWaits crowded = ShortWaits.ofFewLooks();
    private final AtomicInteger callers = new AtomicInteger();

    /** Records that a caller starts to wait; returns the number of waiting callers. */
    @HotPath
    int begin() {
        return callers.incrementAndGet();
    }

    /** Returns whether the caller may spin for long; if so, it calls {@link ShortWaits#callerSleeps} when it stops. */
    @HotPath
    boolean mayStayAwake() {
        return alone.payOff() && ShortWaits.callerMayStayAwake();
    }

    /** Returns how often to poll for the response before parking. */
    @HotPath
    int looks(int crowd, boolean mayStayAwake) {
        if (mayStayAwake) {
            return MOST_LOOKS;
        }
        return crowd > 1 && crowded.payOff() ? FEW_LOOKS : 0;
    }

    /**
     * Records the end of a caller's wait, whatever the outcome.
     *
     * @param crowd the result of {@link #begin}
     * @param inVain true if it polled a few times and had to park nevertheless
     */
    @HotPath
    void end(int crowd, long nanos, boolean inVain) {
        callers.decrementAndGet();
        alone.ended(nanos);
        crowded.ended(inVain ? Long.MAX_VALUE : nanos / crowd);
    }
}
