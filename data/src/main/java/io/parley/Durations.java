package io.parley;

import java.time.Duration;

/**
 * Durations that somebody set, made such that whatever is reckoned with them does not overflow: none is negative, none
 * longer than {@link #FOR_EVER}.
 */
public final class Durations {
    /** 73 years: twice that in nanoseconds, added to any clock's, still can be compared with what that clock shows. */
    public static final Duration FOR_EVER = Duration.ofNanos(1L << 61);

    private Durations() {}

    /** The duration, or what is nearest to it. */
    @HotPath
    public static Duration bounded(Duration set) {
        if (set.isNegative()) {
            return Duration.ZERO;
        }
        return set.compareTo(FOR_EVER) > 0 ? FOR_EVER : set;
    }

    /** Returns a duration of that many milliseconds, or the nearest one within bounds. */
    public static Duration ofMillis(long millis) {
        return bounded(Duration.ofMillis(millis));
    }

    /** Returns a duration of that many seconds, or the nearest one within bounds. */
    public static Duration ofSeconds(long seconds) {
        return bounded(Duration.ofSeconds(seconds));
    }

    /** Returns a timeout as HTTP and JMS clients set it: zero or less means for ever. */
    public static Duration ofTimeout(long millis) {
        return millis <= 0 ? FOR_EVER : ofMillis(millis);
    }

    /** Returns the duration in nanoseconds, at most {@link #FOR_EVER}. */
    @HotPath
    public static long nanos(Duration duration) {
        return bounded(duration).toNanos();
    }
}
