package io.parley.runtime;

import io.parley.HotPath;
import io.parley.channel.ShortWaits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Spin policy for the callers of one session: a lone caller spins up to the typical response time; with several callers
 * each waits longer, but yields a few times before it parks: the processors are busy with the others' calls, and
 * parking and waking costs as much as some yields. Either is done only while it pays. Thread-safe.
 */
final class AnswerWaits {
    /**
     * Times that one who has the right to looks, awake, before it sleeps: the answer may be long in coming this time.
     */
    private static final int MOST_LOOKS = 2_000;
    /** Times that one of a crowd looks: together they take no longer than to fall asleep and be woken up. */
    static final int FEW_LOOKS = 8;

    private final ShortWaits alone = new ShortWaits();
    private final ShortWaits crowded = ShortWaits.ofFewLooks();
    private final AtomicInteger callers = new AtomicInteger();

    /** A caller begins to wait; how many do now. */
    @HotPath
    int begin() {
        return callers.incrementAndGet();
    }

    /** Returns whether the caller may spin for long; if so, it calls {@link ShortWaits#callerSleeps} when it stops. */
    @HotPath
    boolean mayStayAwake() {
        return alone.payOff() && ShortWaits.callerMayStayAwake();
    }

    /** Returns how often to check for the answer before parking. */
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
     * @param inVain whether it checked a few times and had to park all the same
     */
    @HotPath
    void end(int crowd, long nanos, boolean inVain) {
        callers.decrementAndGet();
        alone.ended(nanos);
        crowded.ended(inVain ? Long.MAX_VALUE : nanos / crowd);
    }
}
