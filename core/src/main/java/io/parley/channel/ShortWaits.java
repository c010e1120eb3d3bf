package io.parley.channel;

import io.parley.HotPath;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Learns whether what one waits for comes so soon that it pays to stay awake for it: to put a thread to sleep and wake it
 * up takes longer than a small call. Who stays awake for what takes long only uses up a processor, so nobody does before
 * several waits in a row were short, and one that was not ends it. Where that happens again and again, as beside processes that
 * use every processor and take it from who gives way, ever more short waits are asked for first. Any thread; waits that end at a
 * time may be miscounted.
 */
public final class ShortWaits {
    /** Names the system property with the longest wait, in microseconds, that is spent awake; 0 for none. */
    public static final String SETTING = "parley.awake-micros";

    /** Longest time to stay awake, whatever is set: a second. */
    private static final long LONGEST_MICROS = 1_000_000;

    /** Longest wait that is spent awake. */
    public static final long MOST_NANOS =
            TimeUnit.MICROSECONDS.toNanos(Math.min(LONGEST_MICROS, Long.getLong(SETTING, 100)));

    /** Number of short waits in a row after which the next is expected to be short too. */
    static final int HABIT = 8;

    /**
     * As many at most, where to stay awake was in vain time after time. Waits spent asleep take so much longer that thousands
     * of short ones in a row may never come: with 4,096 a caller on an idle machine slept for good after a few pauses.
     */
    static final int MOST_HABIT = 64;

    /** Number of short waits spent awake for which a long one is forgiven. */
    static final int FORGIVING = 64;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    /** Whether staying awake is possible: on a single processor it would keep away the awaited thread. */
    private static final boolean POSSIBLE = MOST_NANOS > 0 && PROCESSORS > 1;

    /** Callers that stay awake at a time; the others leave processors to those that they wait for. */
    private static final int MOST_CALLERS = Math.max(1, PROCESSORS / 2);

    private static final AtomicInteger CALLERS = new AtomicInteger();

    private final int mostHabit;
    private int habit = HABIT;
    private int inARow;
    /** Short waits spent awake since the last long one, up to those for which one is forgiven. */
    private int gained = FORGIVING;

    public ShortWaits() {
        this(MOST_HABIT);
    }

    private ShortWaits(int mostHabit) {
        this.mostHabit = mostHabit;
    }

    /** Waits of whom it costs little to have stayed awake in vain: a few looks. */
    public static ShortWaits ofFewLooks() {
        return new ShortWaits(HABIT);
    }

    /** Returns whether to stay awake in the wait that begins now. */
    @HotPath
    public boolean payOff() {
        return POSSIBLE && inARow >= habit;
    }

    /** A wait ended, asleep or awake, after so many nanoseconds. */
    @HotPath
    public void ended(long nanos) {
        if (nanos > MOST_NANOS) {
            if (inARow >= habit) {
                wasInVain();
            }
            inARow = 0;
        } else if (inARow < habit) {
            inARow++;
        } else if (gained < FORGIVING) {
            gained++;
        }
    }

    private void wasInVain() {
        habit = gained < FORGIVING ? Math.min(mostHabit, 2 * habit) : Math.max(HABIT, habit / 2);
        gained = 0;
    }

    /** Between two looks: whoever is to bring what is waited for may need this processor. */
    @HotPath
    @SuppressWarnings("ThreadPriorityCheck") // a courtesy; nothing relies on it
    public static void giveWay() {
        Thread.yield();
    }

    /** Returns whether one more caller may stay awake; if so, it counts until {@link #callerSleeps}. */
    @HotPath
    public static boolean callerMayStayAwake() {
        if (CALLERS.incrementAndGet() <= MOST_CALLERS) {
            return true;
        }
        CALLERS.decrementAndGet();
        return false;
    }

    /**
     * Ends the count of a caller: once for each time that {@link #callerMayStayAwake} said yes, when its wait is over
     * or goes on asleep.
     */
    @HotPath
    public static void callerSleeps() {
        CALLERS.decrementAndGet();
    }
}
