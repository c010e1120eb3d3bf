package io.parley.transport.jms;

import io.parley.DaemonThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The room's threads: daemons, as many as block at a time, and one that only starts what is due. */
final class JmsThreads {
    private static final ExecutorService WORKERS = DaemonThreads.pool("parley-jms-");
    private static final ScheduledExecutorService TIMER = timer();

    private JmsThreads() {}

    /** Runs what may block; it does not throw. */
    static void run(Runnable task) {
        WORKERS.execute(task);
    }

    /** Runs it later. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task only hands over to a worker; nobody waits for it
    static void later(long millis, Runnable task) {
        TIMER.schedule(() -> run(task), millis, TimeUnit.MILLISECONDS);
    }

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor made =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.numbered("parley-jms-timer-"));
        made.setRemoveOnCancelPolicy(true);
        return made;
    }
}
