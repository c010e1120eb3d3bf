package io.parley;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Timeouts and delays on a thread that goes when it has nothing to wait for. That of {@link CompletableFuture#orTimeout} stays for as long as
 * the JVM runs, and keeps the classes of the application that happened to start it.
 */
public final class Delays {
    private static final long IDLE_SECONDS = 1;

    private static final ScheduledThreadPoolExecutor CLOCK =
            SharedThreads.shared(clock(DaemonThreads.named("parley-delays")));

    private Delays() {}

    /** Returns a clock with one thread, which goes when nothing is scheduled; what is cancelled is forgotten. */
    public static ScheduledThreadPoolExecutor clock(ThreadFactory threads) {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, threads);
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        return clock;
    }

    /** Hands a task to an executor once some time has passed. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody cancels it
    public static void run(Runnable task, Duration delay, Executor executor) {
        CLOCK.schedule(() -> executor.execute(task), Durations.nanos(delay), TimeUnit.NANOSECONDS);
    }

    /** Fails a future with a {@link TimeoutException} unless it completes in time; returns it. */
    public static <T> CompletableFuture<T> orTimeout(CompletableFuture<T> future, Duration within) {
        return late(future, within, () -> future.completeExceptionally(new TimeoutException()));
    }

    /** Completes a future with a value unless it completes in time; returns it. */
    public static <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, Duration within) {
        return late(future, within, () -> future.complete(value));
    }

    private static <T> CompletableFuture<T> late(CompletableFuture<T> future, Duration within, Runnable act) {
        Future<?> waiting = CLOCK.schedule(act, Math.max(0, Durations.nanos(within)), TimeUnit.NANOSECONDS);
        var unused = future.whenComplete((value, failure) -> waiting.cancel(false));
        return future;
    }
}
