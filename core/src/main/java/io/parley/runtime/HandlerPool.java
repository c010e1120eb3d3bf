package io.parley.runtime;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where message handlers run. A thread that waits until its answer may go on is replaced meanwhile, so that peers which
 * take their answers slowly leave others as many threads as before; beyond a number of them nobody waits.
 */
final class HandlerPool extends ThreadPoolExecutor {
    private static final int MIN_THREADS = 16;
    private static final int THREADS_PER_PROCESSOR = 4;
    private static final int MOST_WAITING = 128;
    private static final int QUEUED = 8192;
    private static final long IDLE_SECONDS = 30;
    private static final AtomicInteger THREADS = new AtomicInteger();

    private final int threads;
    /** Guarded by this. */
    private int waiting;

    HandlerPool() {
        this(Math.max(MIN_THREADS, THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    }

    private HandlerPool(int threads) {
        super(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUED));
        this.threads = threads;
        setThreadFactory(task -> new Worker(this, task));
        allowCoreThreadTimeOut(true);
    }

    /** The current thread is about to wait; false if too many do. Whoever is told true ends it. */
    static boolean beginWaiting() {
        return !(Thread.currentThread() instanceof Worker worker) || worker.pool.replace();
    }

    static void endWaiting() {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.pool.putBack();
        }
    }

    private synchronized boolean replace() {
        if (waiting == MOST_WAITING) {
            return false;
        }
        waiting++;
        setMaximumPoolSize(threads + waiting);
        setCorePoolSize(threads + waiting);
        return true;
    }

    private synchronized void putBack() {
        waiting--;
        setCorePoolSize(threads + waiting);
        setMaximumPoolSize(threads + waiting);
    }

    /** Knows whose it is. */
    private static final class Worker extends Thread {
        final HandlerPool pool;

        Worker(HandlerPool pool, Runnable task) {
            super(task, "parley-worker-" + THREADS.incrementAndGet());
            this.pool = pool;
            setDaemon(true);
        }
    }
}
