package io.parley.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time, as it is injected: what a clock shows and what happens later. Thread-safe. */
public interface Timers extends InstantSource {
    /** A time that only goes forward, for measuring durations. */
    long nanoTime();

    /** Runs a short task that does not block, once, not before the delay is over and never inside this call. */
    Timer schedule(Runnable task, Duration delay);

    /** A scheduled task. */
    interface Timer {
        /** Cancels the task unless it already began. Idempotent. */
        void cancel();
    }

    /** The machine's time; {@link SystemTimers#close} ends its one daemon thread. */
    static SystemTimers system() {
        return new SystemTimers();
    }

    @Override
    default Instant instant() {
        return Instant.now();
    }
}
