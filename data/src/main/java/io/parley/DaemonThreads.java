package io.parley;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Factory of daemon threads that inherit nothing from the thread that starts them. Inheritable thread-locals may hold a
 * user, a transaction or a logging context, which must not leak into unrelated work that the new thread does later.
 */
public final class DaemonThreads {
    /** Keep-alive of idle pool threads: a live thread prevents an undeployed application from being unloaded. */
    private static final long IDLE_SECONDS = 10;

    private DaemonThreads() {}

    /**
     * Returns a factory for the numbered threads of a pool. Their context class loader is that of this library, so that
     * no pool prevents an undeployed application from being unloaded.
     *
     * @param prefix of the thread names
     */
    public static ThreadFactory numbered(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return task -> ofLibrary(prefix + numbers.incrementAndGet(), task);
    }

    /** Returns an unbounded pool whose threads end soon after they become idle. It is never shut down. */
    public static ExecutorService pool(String prefix) {
        return SharedThreads.shared(new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), numbered(prefix)));
    }

    /** Returns a factory for the single thread of a pool; otherwise like {@link #numbered}. */
    public static ThreadFactory named(String name) {
        return task -> ofLibrary(name, task);
    }

    /** Runs one task on a new thread, with the context class loader of the current thread. */
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
        // A thread without inherited thread-locals starts with the system class loader.
        thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
        return thread;
    }
}
