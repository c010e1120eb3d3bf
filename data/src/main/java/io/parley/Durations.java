package io.parley;

import java.time.Duration;

/**
 * Durations bounded such that arithmetic on them does not overflow: none is negative or longer than {@link #FOR_EVER}.
 */
public final class Durations {
    /**
     * The longest duration, 73 years. Twice that in nanoseconds can still be added to {@link System#nanoTime} and
     * compared with it.
     */
    public static final Duration FOR_EVER = Duration.ofNanos(1L << 61);

    private Durations() {}

    /** Returns the duration, or the nearest one within bounds. */
    @HotPath
    public static Duration bounded(Duration set) {
        if (set.isNegative()) {
            return Duration.ZERO;
        }
        return set.compareTo(FOR_EVER) > 0 ? FOR_EVER : set;
    }

    /** Returns the duration of that many milliseconds, or the nearest one within bounds. */
    public static Duration ofMillis(long millis) {
        return bounded(Duration.ofMillis(millis));
    }

    /** Returns the duration of that many seconds, or the nearest one within bounds. */
    public static Duration ofSeconds(long seconds) {
        return bounded(Duration.ofSeconds(seconds));
    }

    /** Returns a timeout as HTTP and JMS clients specify it, in milliseconds: zero or less means {@link #FOR_EVER}. */
    public static Duration ofTimeout(long millis) {
        return millis <= 0 ? FOR_EVER : ofMillis(millis);
    }

    /** Returns the duration in nanoseconds, from 0 to that of {@link #FOR_EVER}. */
    @HotPath
    public static long nanos(Duration duration) {
        return bounded(duration).toNanos();
    }
}
