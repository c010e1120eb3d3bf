package io.parley.runtime;

import io.parley.HotPath;
import io.parley.channel.ShortWaits;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How the callers of one session wait for their answers. One at a time may stay awake for as long as answers mostly take. Of a
 * crowd each waits longer, but gives way a few times before it sleeps: the processors are busy with the others' calls, and to
 * fall asleep and be woken up costs as much as some such turns. Either is done only while it is found to pay. Thread-safe.
 */
final class AnswerWaits {
    /** Times that one who has the right to looks, awake, before it sleeps: the answer may be long in coming this time. */
    private static final int MOST_LOOKS = 2_000;
    /** Times that one of a crowd looks: together they take no longer than to fall asleep and be woken up. */
    static final int FEW_LOOKS = 8;

    private final ShortWaits alone = new ShortWaits();
    private final ShortWaits crowded = new ShortWaits();
    private final AtomicInteger callers = new AtomicInteger();

    /** A caller begins to wait; how many do now. */
    @HotPath
    int begin() {
        return callers.incrementAndGet();
    }

    /** Whether the caller may stay awake for long; if so it says {@link ShortWaits#callerSleeps} when it does not any more. */
    @HotPath
    boolean mayStayAwake() {
        return alone.payOff() && ShortWaits.callerMayStayAwake();
    }

    /** How often to look for the answer before sleeping. */
    @HotPath
    int looks(int crowd, boolean mayStayAwake) {
        if (mayStayAwake) {
            return MOST_LOOKS;
        }
        return crowd > 1 && crowded.payOff() ? FEW_LOOKS : 0;
    }

    /**
     * A caller's wait ended, however it did.
     *
     * @param crowd what {@link #begin} said
     * @param inVain whether it looked a few times and had to sleep all the same
     */
    @HotPath
    void end(int crowd, long nanos, boolean inVain) {
        callers.decrementAndGet();
        alone.ended(nanos);
        crowded.ended(inVain ? Long.MAX_VALUE : nanos / crowd);
    }
}
