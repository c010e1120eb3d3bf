package io.parley.runtime;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for what may block: more of them than processors. */
final class Workers {
    private static final int MIN_THREADS = 16;
    private static final int THREADS_PER_PROCESSOR = 4;

    /** One for each side stream whose content keeps its reader waiting; the others do not hold one. */
    private static final int SIDE_WRITERS = 128;

    private static final int QUEUED = 8192;
    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger THREADS = new AtomicInteger();

    private Workers() {}

    /** The default place where message handlers run. */
    static ExecutorService handlers() {
        int threads = Math.max(
                MIN_THREADS, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
        return pool(threads, "parley-worker-");
    }

    /** Where the content of side streams is read. */
    static ExecutorService sideWriters() {
        return pool(SIDE_WRITERS, "parley-side-writer-");
    }

    /** A pool of daemon threads that refuses work once its queue is full. */
    private static ExecutorService pool(int threads, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED), task -> {
                    Thread thread = new Thread(task, name + THREADS.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
