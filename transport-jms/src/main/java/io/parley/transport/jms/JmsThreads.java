package io.parley.transport.jms;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.SharedThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Threads of this package, all daemons: workers for blocking tasks, and one timer that only hands tasks to them. */
final class JmsThreads {
    private static final ExecutorService WORKERS = DaemonThreads.pool("parley-jms-");
    private static final ScheduledExecutorService TIMER =
            SharedThreads.shared(Delays.clock(DaemonThreads.named("parley-jms-timer")));

    private JmsThreads() {}

    /** Runs a task that may block. The task must not throw. */
    static void run(Runnable task) {
        WORKERS.execute(task);
    }

    /** Runs a task on a worker after a delay. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task only hands over to a worker
    static void later(long millis, Runnable task) {
        TIMER.schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }
}
