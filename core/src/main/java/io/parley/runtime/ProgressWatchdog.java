package io.parley.runtime;

import io.parley.Limit;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Watchdog for a blocked thread: fires when fewer than {@code frame-rate} bytes per second moved in {@code
 * stall-millis} of waiting. Thread-safe.
 */
final class ProgressWatchdog {
    private final Timers timers;
    private final Duration limit;
    private final long least;
    private final LongSupplier progress;
    private final LongSupplier waited;
    private final Runnable onStalled;
    /** Bytes and waiting time at the last check with sufficient progress. Guarded by this, as are all fields below. */
    private long seen;

    private long since;
    private boolean over;
    private Timers.@Nullable Timer timer;

    private ProgressWatchdog(Services services, LongSupplier progress, LongSupplier waited, Runnable onStalled) {
        this.timers = services.timers;
        this.limit = Duration.ofMillis(services.limits.get(Limit.STALL_MILLIS));
        this.least = least(services);
        this.progress = progress;
        this.waited = waited;
        this.onStalled = onStalled;
        this.seen = progress.getAsLong();
        this.since = waited.getAsLong();
    }

    /**
     * Starts a watchdog.
     *
     * @param progress returns the bytes moved so far
     * @param waited returns the nanoseconds of waiting so far, from any origin
     * @param onStalled called once, by a timer; must not block
     */
    static ProgressWatchdog start(Services services, LongSupplier progress, LongSupplier waited, Runnable onStalled) {
        ProgressWatchdog watchdog = new ProgressWatchdog(services, progress, waited, onStalled);
        watchdog.lookAfter(watchdog.limit);
        return watchdog;
    }

    /** Returns the bytes that must move within {@code stall-millis}. */
    static long least(Services services) {
        long millis = services.limits.get(Limit.STALL_MILLIS);
        double bytes = services.limits.get(Limit.FRAME_RATE) * (millis / 1e3);
        return Math.max(1, (long) bytes);
    }

    synchronized void over() {
        over = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private synchronized void lookAfter(Duration delay) {
        timer = timers.schedule(this::look, delay);
    }

    private void look() {
        // Called without the lock on this, since both may lock.
        long bytes = progress.getAsLong();
        long nanos = waited.getAsLong();
        if (isStalled(bytes, nanos)) {
            onStalled.run();
        }
    }

    private synchronized boolean isStalled(long bytes, long nanos) {
        if (over) {
            return false;
        }
        Duration left = limit.minusNanos(nanos - since);
        if (left.toNanos() > 0) {
            lookAfter(left);
            return false;
        }
        if (bytes - seen >= least) {
            seen = bytes;
            since = nanos;
            lookAfter(limit);
            return false;
        }
        over = true;
        return true;
    }
}
