package io.parley.runtime;

import io.parley.DaemonThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The thread on which durable sessions go on once something is stored: a daemon that ends when it is idle. */
final class StoredThread {
    private static final long IDLE_SECONDS = 10;

    private StoredThread() {}

    static Executor start() {
        ThreadPoolExecutor one = new ThreadPoolExecutor(
                1,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                DaemonThreads.named("parley-stored"));
        one.allowCoreThreadTimeOut(true);
        return one;
    }
}
