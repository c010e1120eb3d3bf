package io.parley.runtime;

import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a {@link WorkerPool} has its threads from: kept for a while when idle, or virtual ones, made for each work. They are
 * daemons, inherit nothing from the thread that happens to start them, and see the classes of whoever made the pool.
 */
final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private static final long IDLE_SECONDS = 30;
    private static final String NAME = "parley-worker-";
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** The lanes that virtual threads work for: those cannot hold them themselves. */
    private static final Map<Thread, WorkerPool.Lane> VIRTUAL = new ConcurrentHashMap<>();

    private final Executor executor;
    private final Runnable end;

    private WorkerThreads(Executor executor, Runnable end) {
        this.executor = executor;
        this.end = end;
    }

    /**
     * @param virtual whether to take virtual threads; on a JVM without them a warning says so, and others are taken
     */
    static WorkerThreads of(boolean virtual) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Optional<ThreadFactory> factory = virtual ? virtualThreads() : Optional.empty();
        if (factory.isPresent()) {
            ThreadFactory made = factory.get();
            return new WorkerThreads(
                    work -> withLoader(made.newThread(work), loader).start(), () -> {});
        }
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                work -> withLoader(new Worker(work), loader));
        return new WorkerThreads(pool, pool::shutdown);
    }

    private static Thread withLoader(Thread thread, @Nullable ClassLoader loader) {
        thread.setContextClassLoader(loader);
        return thread;
    }

    /** Those of JDK 21 and later, which this is not compiled against. */
    private static Optional<ThreadFactory> virtualThreads() {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder");
            Object named = builder.getMethod("name", String.class, long.class)
                    .invoke(Thread.class.getMethod("ofVirtual").invoke(null), NAME, 1L);
            Object alone = builder.getMethod("inheritInheritableThreadLocals", boolean.class)
                    .invoke(named, false);
            return Optional.of((ThreadFactory)
                    Objects.requireNonNull(builder.getMethod("factory").invoke(alone)));
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            LOG.warn("expected a JVM with virtual threads, found {}: platform threads are used", Runtime.version());
            return Optional.empty();
        }
    }

    /**
     * @throws java.util.concurrent.RejectedExecutionException once it is closed
     * @throws OutOfMemoryError if the system has no thread left
     */
    void execute(Runnable work) {
        executor.execute(work);
    }

    /** Idle threads end now, the others with their work. */
    @Override
    public void close() {
        end.run();
    }

    /** The current thread works for a lane from now on. */
    static void enter(WorkerPool.Lane lane) {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.lane = lane;
        } else {
            VIRTUAL.put(Thread.currentThread(), lane);
        }
    }

    /** It does not any more. */
    static void leave() {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.lane = null;
        } else {
            VIRTUAL.remove(Thread.currentThread());
        }
    }

    /** The lane that the current thread works for; null for threads of others. */
    static WorkerPool.@Nullable Lane laneOfCurrent() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Worker worker) {
            return worker.lane;
        }
        return VIRTUAL.isEmpty() ? null : VIRTUAL.get(thread);
    }

    /** Knows what it works for. */
    private static final class Worker extends Thread {
        private WorkerPool.@Nullable Lane lane;

        Worker(Runnable work) {
            super(null, work, NAME + NUMBERS.incrementAndGet(), 0, false);
            setDaemon(true);
        }
    }
}
