package io.parley.context;

import io.parley.DaemonThreads;
import io.parley.Delays;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The daemon threads of one store, for sweeping, polling and calling watchers. */
public final class StoreThreads implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StoreThreads.class);
    private static final int MOST = 4;

    private final ScheduledThreadPoolExecutor threads;

    public StoreThreads(String engine) {
        threads = new ScheduledThreadPoolExecutor(MOST, DaemonThreads.numbered("parley-context-" + engine + "-"));
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Runs a task now; does nothing once closed. */
    @Override
    public void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            LOG.debug("Ignored a task of a closed store", e);
        }
    }

    /**
     * Runs a task periodically. Exceptions are logged, and it is run again.
     *
     * @param what name of the task for the log
     */
    public void every(Duration period, String what, Runnable work) {
        var unused = Delays.every(threads, what, period, period, work);
    }

    /** Rejects new tasks; running ones complete. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
