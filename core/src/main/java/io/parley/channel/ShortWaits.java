package io.parley.channel;

import io.parley.HotPath;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Adaptive spin policy: predicts whether a wait will be so short that spinning is cheaper than parking the thread,
 * since to park and unpark takes longer than a small call. Spinning in long waits wastes a processor, so it starts only
 * after several short waits in a row and stops at the first long one. If that happens repeatedly, as on a machine whose
 * processors are all busy, more short waits in a row are required first. May be used by any thread; waits that end at
 * the same time may be miscounted.
 */
public final class ShortWaits {
    /** Name of the system property with the longest wait, in microseconds, that is spent spinning; 0 disables it. */
    public static final String SETTING = "parley.awake-micros";

    /** Upper bound of the property: one second. */
    private static final long LONGEST_MICROS = 1_000_000;

    /** Longest wait that is spent spinning, in nanoseconds. */
    public static final long MOST_NANOS =
            TimeUnit.MICROSECONDS.toNanos(Math.min(LONGEST_MICROS, Long.getLong(SETTING, 100)));

    /** Number of consecutive short waits after which the next is expected to be short too. */
    static final int HABIT = 8;

    /**
     * Maximum of that number after repeated failures. Parked waits take so much longer that thousands of consecutive
     * short ones may never occur: with 4,096 a caller on an idle machine never spun again after a few pauses.
     */
    static final int MOST_HABIT = 64;

    /** Number of short waits spent spinning after which one long wait is not counted as a failure. */
    static final int FORGIVING = 64;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    /** True if spinning can help: on a single processor it would delay the awaited thread. */
    private static final boolean POSSIBLE = MOST_NANOS > 0 && PROCESSORS > 1;

    /** Maximum number of callers that spin at a time; the other processors are left to the threads they wait for. */
    private static final int MOST_CALLERS = Math.max(1, PROCESSORS / 2);

    private static final AtomicInteger CALLERS = new AtomicInteger();

    private final int mostHabit;
    private int habit = HABIT;
    private int inARow;
    /** Short waits spent spinning since the last long one, capped at {@link #FORGIVING}. */
    private int gained = FORGIVING;

    public ShortWaits() {
        this(MOST_HABIT);
    }

    private ShortWaits(int mostHabit) {
        this.mostHabit = mostHabit;
    }

    /** Creates a policy for waiters whose spinning costs little, such as a few polls. */
    public static ShortWaits ofFewLooks() {
        return new ShortWaits(HABIT);
    }

    /** Returns whether the wait that starts now should spin. */
    @HotPath
    public boolean payOff() {
        return POSSIBLE && inARow >= habit;
    }

    /**
     * Records a wait that ended, whether spinning or parked.
     *
     * @param nanos its duration
     */
    @HotPath
    public void ended(long nanos) {
        if (nanos > MOST_NANOS) {
            if (inARow >= habit) {
                countFailure();
            }
            inARow = 0;
        } else if (inARow < habit) {
            inARow++;
        } else if (gained < FORGIVING) {
            gained++;
        }
    }

    private void countFailure() {
        habit = gained < FORGIVING ? Math.min(mostHabit, 2 * habit) : Math.max(HABIT, habit / 2);
        gained = 0;
    }

    /** Yields the processor between two polls, because the awaited thread may need it. */
    @HotPath
    @SuppressWarnings("ThreadPriorityCheck") // a hint; nothing relies on it
    public static void giveWay() {
        Thread.yield();
    }

    /** Returns whether one more caller may spin; if so, it counts until {@link #callerSleeps}. */
    @HotPath
    public static boolean callerMayStayAwake() {
        if (CALLERS.incrementAndGet() <= MOST_CALLERS) {
            return true;
        }
        CALLERS.decrementAndGet();
        return false;
    }

    /**
     * Releases the count of a spinning caller. Must be called once for each true result of {@link #callerMayStayAwake},
     * when the wait is over or continues parked.
     */
    @HotPath
    public static void callerSleeps() {
        CALLERS.decrementAndGet();
    }
}
