package io.parley.runtime;

import io.parley.DaemonThreads;
import io.parley.Durations;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** {@link Timers} on the system clock, with one daemon thread. */
public final class SystemTimers implements Timers, AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    SystemTimers() {
        executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("parley-timers"));
        // Nearly every timer is a call's timeout and is cancelled: it must not stay queued until its time.
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer schedule(Runnable task, Duration delay) {
        Future<?> scheduled = executor.schedule(task, Durations.nanos(delay), TimeUnit.NANOSECONDS);
        return () -> scheduled.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
