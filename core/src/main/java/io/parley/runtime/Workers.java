package io.parley.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The default place where message handlers run: they may block, so there are more of them than processors. */
final class Workers {
    private static final int MIN_THREADS = 16;
    private static final int THREADS_PER_PROCESSOR = 4;
    private static final int QUEUED = 8192;
    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger THREADS = new AtomicInteger();

    private Workers() {}

    /** A pool of daemon threads that refuses work once its queue is full. */
    static ExecutorService pool() {
        int threads = Math.max(
                MIN_THREADS, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED), task -> {
                    Thread thread = new Thread(task, "parley-worker-" + THREADS.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
