package io.parley.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Injectable clock and scheduler. Thread-safe. */
public interface Timers extends InstantSource {
    /** Returns a monotonic time in nanoseconds, for measuring durations. */
    long nanoTime();

    /**
     * Schedules a short task that does not block. It runs once, not before the delay has passed, and never within this
     * call.
     */
    Timer schedule(Runnable task, Duration delay);

    /** A scheduled task. */
    interface Timer {
        /** Cancels the task unless it has started. Idempotent. */
        void cancel();
    }

    /** Returns timers on the system clock; {@link SystemTimers#close} ends their daemon thread. */
    static SystemTimers system() {
        return new SystemTimers();
    }

    @Override
    default Instant instant() {
        return Instant.now();
    }
}
