package io.parley;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Daemon threads that inherit nothing from the thread that happens to start them. Its inheritable thread-locals may hold a user, a
 * transaction or a log context, and would be there for all that the new thread does later, for whomever.
 */
public final class DaemonThreads {
    /** An application that was taken down is kept by threads that it started. */
    private static final long IDLE_SECONDS = 10;

    private DaemonThreads() {}

    /**
     * Returns a factory for the threads of a pool, which are numbered. Their context class loader is that of this library, so that no
     * pool keeps the classes of an application that is gone.
     *
     * @param prefix of their names
     */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return task -> ofLibrary(prefix + numbers.incrementAndGet(), task);
    }

    /** Returns a pool with as many threads as it needs, which go soon after their work; it is never shut down. */
    public static ExecutorService pool(String prefix) {
        return SharedThreads.shared(new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), numbered(prefix)));
    }

    /** Returns a factory for the one thread of a pool; otherwise as {@link #numbered}. */
    public static ThreadFactory named(String name) {
        return task -> ofLibrary(name, task);
    }

    /** Runs one task on a thread of its own, with the context class loader of the current thread. */
    public static void start(String name, Runnable task) {
        thread(name, task).start();
    }

    private static Thread ofLibrary(String name, Runnable task) {
        Thread thread = thread(name, task);
        thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
        return thread;
    }

    private static Thread thread(String name, Runnable task) {
        Thread thread = new Thread(null, SharedThreads.watched(task), name, 0, false);
        thread.setDaemon(true);
        // The thread has the system class loader: that of the starter comes with what is inherited.
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        return thread;
    }
}
