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
 * The threads of this copy of Parley, and their end. A copy that an application brought, such as a WAR, goes with it: when its last user has
 * left, idle threads end at once instead of after a while, and who left last waits for that, because a container looks for what stays right
 * after it has stopped an application. The threads of any other copy are there for its next user. Thread-safe.
 */
public final class SharedThreads {
    /** For work that is under way; a container waits as long. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final boolean UNLOADED = isUnloaded(SharedThreads.class.getClassLoader());

    private static final Set<Thread> RUNNING = ConcurrentHashMap.newKeySet();
    /** Pools with the nanoseconds that their threads are kept for when idle. */
    private static final Map<ThreadPoolExecutor, Long> POOLS = new ConcurrentHashMap<>();

    private static final List<Runnable> STOPS = new CopyOnWriteArrayList<>();

    /** Guarded by the class. */
    private static int users;

    private SharedThreads() {}

    /** One who needs the threads, until it is closed; idempotent. */
    public interface Use extends AutoCloseable {
        /** Ends the threads, and waits for that, if this was the last user of a copy that can be unloaded. */
        @Override
        void close();
    }

    /** Returns a use that begins now. */
    public static Use use() {
        synchronized (SharedThreads.class) {
            if (users++ == 0) {
                POOLS.forEach((pool, idle) -> pool.setKeepAliveTime(idle, TimeUnit.NANOSECONDS));
            }
        }
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true) && isLast()) {
                end();
            }
        };
    }

    /** Returns whether threads are to wait for further work: always, but in a copy that can be unloaded and that nobody uses. */
    public static synchronized boolean isLingering() {
        return !UNLOADED || users > 0;
    }

    /** Returns work that makes a thread one of this copy for as long as it runs. */
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

    /** Has idle threads of a pool that is never shut down end with the last user; returns the pool. */
    public static <P extends ThreadPoolExecutor> P shared(P pool) {
        POOLS.put(pool, pool.getKeepAliveTime(TimeUnit.NANOSECONDS));
        return pool;
    }

    /** Has something run when the last user has left, which stops threads that nobody uses. */
    public static void whenLeft(Runnable stop) {
        STOPS.add(stop);
    }

    /** Returns whether classes of that loader go before the JVM does. */
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
        POOLS.keySet().forEach(pool -> pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS));
        STOPS.forEach(Runnable::run);
        await();
        RecordHandles.forget();
    }

    private static void await() {
        if (RUNNING.contains(Thread.currentThread())) {
            return;
        }
        long end = System.nanoTime() + PATIENCE_NANOS;
        try {
            for (Thread each : RUNNING) {
                TimeUnit.NANOSECONDS.timedJoin(each, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
