package io.parley.context;

import io.parley.DaemonThreads;
import io.parley.Durations;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The few daemon threads of one store: they sweep, poll, and tell watchers. */
public final class StoreThreads implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreThreads.class);
    private static final int MOST = 4;

    private final ScheduledThreadPoolExecutor threads;

    public StoreThreads(String engine) {
        threads = new ScheduledThreadPoolExecutor(MOST, DaemonThreads.numbered("parley-context-" + engine + "-"));
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs it now; nothing happens once closed. */
    @Override
    public void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("A store that is closed tells nobody", e);
        }
    }

    /** Runs it every so often. What it throws is logged, and it is run again. */
    public void every(Duration period, String what, Runnable work) {
        long nanos = Durations.nanos(period);
        var unused = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException e) {
                        if (!threads.isShutdown()) {
                            LOG.warn("{} failed and is tried again", what, e);
                        }
                    }
                },
                nanos,
                nanos,
                TimeUnit.NANOSECONDS);
    }

    /** Refuses new work; running work ends. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
