package io.parley.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One-shot timer that fires after a period without a {@link #touch}. Thread-safe. */
final class IdleWatch {
    private final Timers timers;
    private final Duration limit;
    private final Runnable onIdle;
    /** Time of the last touch, in nanoseconds. Guarded by this, as are the next fields. */
    private long lastTouched;

    private boolean stopped;
    private Timers.@Nullable Timer timer;

    /**
     * Creates a stopped timer.
     *
     * @param onIdle must not block
     */
    IdleWatch(Timers timers, Duration limit, Runnable onIdle) {
        this.timers = timers;
        this.limit = limit;
        this.onIdle = onIdle;
    }

    /** Starts or restarts the timer. */
    synchronized void start() {
        stopped = false;
        touch();
        schedule(limit);
    }

    synchronized void touch() {
        lastTouched = timers.nanoTime();
    }

    synchronized void stop() {
        stopped = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void schedule(Duration delay) {
        if (!stopped) {
            timer = timers.schedule(this::look, delay);
        }
    }

    private void look() {
        synchronized (this) {
            if (stopped) {
                return;
            }
            Duration left = limit.minusNanos(timers.nanoTime() - lastTouched);
            if (left.toNanos() > 0) {
                schedule(left);
                return;
            }
            stopped = true;
        }
        onIdle.run();
    }
}
