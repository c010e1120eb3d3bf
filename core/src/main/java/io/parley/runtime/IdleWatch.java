package io.parley.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Timer that fires once when nothing happened for a time, measured from the last {@link #touch}. Thread-safe. */
final class IdleWatch {
    private final Timers timers;
    private final Duration limit;
    private final Runnable onIdle;
    /** Guarded by this, as is the timer. */
    private long lastTouched;

    private boolean stopped;
    private Timers.@Nullable Timer timer;

    /**
     * @param onIdle must not block
     */
    IdleWatch(Timers timers, Duration limit, Runnable onIdle) {
        this.timers = timers;
        this.limit = limit;
        this.onIdle = onIdle;
    }

    /** Begins, or begins anew. */
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
