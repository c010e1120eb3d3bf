package io.parley.transport.jms;

import io.parley.DaemonThreads;
import io.parley.Delays;
import io.parley.SharedThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The room's threads: daemons, as many as block at a time, and one that only starts what is due. */
final class JmsThreads {
    private static final ExecutorService WORKERS = DaemonThreads.pool("parley-jms-");
    private static final ScheduledExecutorService TIMER =
            SharedThreads.shared(Delays.clock(DaemonThreads.named("parley-jms-timer")));

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
}
