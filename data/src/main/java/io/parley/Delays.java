package io.parley;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timeouts and delayed tasks on a shared timer thread, which ends when nothing is scheduled. The timer of {@link
 * CompletableFuture#orTimeout} lives as long as the JVM, and prevents the application that happened to start it from
 * being unloaded.
 */
public final class Delays {
    private static final Logger LOG = LoggerFactory.getLogger(Delays.class);
    private static final long IDLE_SECONDS = 1;

    private static final ScheduledThreadPoolExecutor CLOCK =
            SharedThreads.shared(clock(DaemonThreads.named("parley-delays")));

    private Delays() {}

    /**
     * Returns a single-threaded scheduler whose thread ends when nothing is scheduled; cancelled tasks are removed at
     * once.
     */
    public static ScheduledThreadPoolExecutor clock(ThreadFactory threads) {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, threads);
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    /** Submits a task to an executor after a delay. The task cannot be cancelled. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody cancels it
    public static void run(Runnable task, Duration delay, Executor executor) {
        CLOCK.schedule(() -> executor.execute(task), Durations.nanos(delay), TimeUnit.NANOSECONDS);
    }

    /**
     * Runs a task periodically. Unlike the scheduler alone, which would silently drop a task that threw, it logs the
     * exception, unless the scheduler was shut down meanwhile, and runs the task again.
     *
     * @param what name of the task, for the log
     * @param first delay before the first run
     * @param pause delay between the end of one run and the next
     */
    public static ScheduledFuture<?> every(
            ScheduledExecutorService scheduler, String what, Duration first, Duration pause, Runnable task) {
        return scheduler.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        if (!scheduler.isShutdown()) {
                            LOG.warn("{} failed and will be tried again", what, e);
                        }
                    }
                },
                Durations.nanos(first),
                Durations.nanos(pause),
                TimeUnit.NANOSECONDS);
    }

    /** Fails a future with a {@link TimeoutException} unless it completes in time. Returns the same future. */
    public static <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration within) {
        return onTimeout(future, within, () -> future.completeExceptionally(new TimeoutException()));
    }

    /** Completes a future with a default value unless it completes in time. Returns the same future. */
    public static <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, Duration within) {
        return onTimeout(future, within, () -> future.complete(value));
    }

    private static <T> CompletableFuture<T> onTimeout(CompletableFuture<T> future, Duration within, Runnable action) {
        Future<?> timeout = CLOCK.schedule(action, Math.max(0, Durations.nanos(within)), TimeUnit.NANOSECONDS);
        var unused = future.whenComplete((value, failure) -> timeout.cancel(false));
        return future;
    }
}
