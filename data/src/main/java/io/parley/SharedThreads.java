package io.parley;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lifecycle of the threads that this copy of Parley shares among its users. A copy that an application brings along,
 * such as one in a WAR, is unloaded with it: when the last user closes its {@link Use}, idle threads end at once, and
 * that user waits for them, because a container checks for remaining threads right after it has stopped an application.
 * The threads of any other copy are kept for the next user. Thread-safe.
 */
public final class SharedThreads {
    /** Longest wait for running threads to end. Containers wait as long. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final boolean UNLOADED = isUnloaded(SharedThreads.class.getClassLoader());

    private static final Set<Thread> RUNNING = ConcurrentHashMap.newKeySet();
    /** Shared pools, with the keep-alive of their idle threads in nanoseconds. */
    private static final Map<ThreadPoolExecutor, Long> POOLS = new ConcurrentHashMap<>();

    private static final List<Runnable> STOPS = new CopyOnWriteArrayList<>();

    /** Number of open uses; guarded by the class. */
    private static int users;
    /** True once the process is about to end; guarded by the class. */
    private static boolean ending;

    private SharedThreads() {}

    /** A use of the shared threads, which ends when it is closed. Closing is idempotent. */
    public interface Use extends AutoCloseable {
        /**
         * Ends the use. If it was the last one of a copy that can be unloaded, stops the threads and waits for them.
         */
        @Override
        void close();
    }

    /** Starts a use of the shared threads. */
    public static Use use() {
        synchronized (SharedThreads.class) {
            if (users++ == 0) {
                POOLS.forEach((pool, idle) -> pool.setKeepAliveTime(idle, TimeUnit.NANOSECONDS));
            }
        }
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true) && isLast()) {
                end();
            }
        };
    }

    /**
     * Returns whether idle threads should wait for further work. False in a copy that can be unloaded and has no users,
     * and in a process that is about to end.
     */
    public static synchronized boolean isLingering() {
        return !ending && (!UNLOADED || users > 0);
    }

    /** Stops the threads that have no work, and those that will have none, for a process that is about to end. */
    public static void endProcess() {
        synchronized (SharedThreads.class) {
            ending = true;
        }
        stop();
    }

    /** Returns work that counts its thread among those of this copy while it runs. */
    public static Runnable watched(Runnable work) {
        return () -> {
            Thread current = Thread.currentThread();
            RUNNING.add(current);
            try {
                work.run();
            } finally {
                RUNNING.remove(current);
            }
        };
    }

    /** Registers a pool that is never shut down, so that its idle threads end with the last user. Returns the pool. */
    public static <P extends ThreadPoolExecutor> P shared(P pool) {
        POOLS.put(pool, pool.getKeepAliveTime(TimeUnit.NANOSECONDS));
        return pool;
    }

    /** Registers an action that runs after the last user has left, to stop threads that are no longer needed. */
    public static void whenLeft(Runnable stop) {
        STOPS.add(stop);
    }

    /** Returns whether the classes of that loader can be unloaded before the JVM ends. */
    private static boolean isUnloaded(ClassLoader loader) {
        for (ClassLoader each = ClassLoader.getSystemClassLoader(); each != null; each = each.getParent()) {
            if (each == loader) {
                return false;
            }
        }
        return true;
    }

    private static synchronized boolean isLast() {
        users--;
        return users == 0 && UNLOADED;
    }

    private static void end() {
        stop();
        await();
        RecordHandles.forget();
    }

    private static void stop() {
        POOLS.keySet().forEach(pool -> pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS));
        STOPS.forEach(Runnable::run);
    }

    private static void await() {
        if (RUNNING.contains(Thread.currentThread())) {
            return;
        }
        long end = System.nanoTime() + WAIT_NANOS;
        try {
            for (Thread each : RUNNING) {
                TimeUnit.NANOSECONDS.timedJoin(each, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
