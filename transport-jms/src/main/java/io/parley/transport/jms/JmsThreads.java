package io.parley.transport.jms;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The room's threads: daemons, as many as block at a time, and one that only starts what is due. */
final class JmsThreads {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final ExecutorService WORKERS = Executors.newCachedThreadPool(daemons("parley-jms-"));
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
        ScheduledThreadPoolExecutor made = new ScheduledThreadPoolExecutor(1, daemons("parley-jms-timer-"));
        made.setRemoveOnCancelPolicy(true);
        return made;
    }

    private static ThreadFactory daemons(String prefix) {
        return task -> {
            Thread thread = new Thread(task, prefix + COUNT.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
