package io.parley.runtime;

import io.parley.SharedThreads;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of a {@link WorkerPool}: platform threads that are kept for a while when idle, or virtual threads, one per
 * task. They are daemon threads, inherit nothing from the thread that starts them, and use the context class loader of
 * the pool's creator. A thread is provided for each task at once, but a thread that becomes free may run the task
 * before the woken one does. Thread-safe.
 */
final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String NAME = "parley-worker-";
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** The lanes of virtual threads, which cannot hold them in a field. */
    private static final Map<Thread, WorkerPool.Lane> VIRTUAL = new ConcurrentHashMap<>();

    private final @Nullable ThreadFactory virtual;
    private final @Nullable ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();
    /**
     * Tasks that no thread has taken yet; never more than the free threads. Guarded by the lock, as are all fields
     * below.
     */
    private final Deque<Runnable> ready = new ArrayDeque<>();
    /** Parked threads. The last to park is the first to be woken, so that the others can end. */
    private final Deque<Worker> asleep = new ArrayDeque<>();
    /** Threads without a task: parked, or about to look for one. */
    private int free;
    /** True if a woken thread has not run yet: it wakes the next one if there are more tasks. */
    private boolean waking;

    private boolean closed;

    private WorkerThreads(@Nullable ThreadFactory virtual, @Nullable ClassLoader loader) {
        this.virtual = virtual;
        this.loader = loader;
    }

    /**
     * Creates threads.
     *
     * @param virtual true for virtual threads; a JVM without them logs a warning and uses platform threads
     */
    static WorkerThreads of(boolean virtual) {
        return new WorkerThreads(
                virtual ? virtualThreads().orElse(null) : null,
                Thread.currentThread().getContextClassLoader());
    }

    /** Returns a factory of virtual threads by reflection, since this is compiled for JDK 17. */
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
            LOG.warn("Using platform threads: expected a JVM with virtual threads, found {}", Runtime.version());
            return Optional.empty();
        }
    }

    /**
     * Runs a task on a thread, however many are busy.
     *
     * @throws RejectedExecutionException once this is closed
     * @throws OutOfMemoryError if the system cannot create another thread
     */
    void execute(Runnable work) {
        if (virtual != null) {
            start(virtual.newThread(work));
            return;
        }
        Worker woken = null;
        boolean isTaken;
        lock.lock();
        try {
            if (closed) {
                throw new RejectedExecutionException("the threads have ended");
            }
            isTaken = ready.size() < free;
            if (isTaken) {
                ready.add(work);
                woken = wake();
            }
        } finally {
            lock.unlock();
        }
        if (woken != null) {
            LockSupport.unpark(woken);
        } else if (!isTaken) {
            start(new Worker(work));
        }
    }

    private void start(Thread thread) {
        thread.setContextClassLoader(loader);
        thread.start();
    }

    /** Returns a thread to unpark, or null if another one is about to look for tasks. */
    private @Nullable Worker wake() {
        if (waking || asleep.isEmpty()) {
            return null;
        }
        waking = true;
        Worker last = asleep.removeLast();
        last.sleeps = false;
        return last;
    }

    /** Returns the next task for a thread that has none; null if the thread must end. */
    private @Nullable Runnable next(Worker me) {
        Worker woken = null;
        Runnable work;
        lock.lock();
        try {
            free++;
            work = ready.poll();
            while (work == null && !closed && sleep(me)) {
                work = ready.poll();
            }
            free--;
            if (!ready.isEmpty()) {
                woken = wake();
            }
        } finally {
            lock.unlock();
        }
        if (woken != null) {
            LockSupport.unpark(woken);
        }
        return work;
    }

    /** Parks the thread, without the lock; returns false if it was idle for too long and there is no task. */
    private boolean sleep(Worker me) {
        asleep.addLast(me);
        me.sleeps = true;
        lock.unlock();
        try {
            me.sleep();
        } finally {
            lock.lock();
        }
        if (!me.sleeps) {
            waking = false;
            return true;
        }
        me.sleeps = false;
        asleep.remove(me);
        return !ready.isEmpty();
    }

    /** Ends idle threads now, and the others after their tasks. */
    @Override
    public void close() {
        List<Worker> woken;
        lock.lock();
        try {
            closed = true;
            woken = new ArrayList<>(asleep);
            woken.forEach(each -> each.sleeps = false);
            asleep.clear();
        } finally {
            lock.unlock();
        }
        woken.forEach(LockSupport::unpark);
    }

    /** Sets the lane of the current thread. */
    static void enter(WorkerPool.Lane lane) {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.lane = lane;
        } else {
            VIRTUAL.put(Thread.currentThread(), lane);
        }
    }

    /** Clears the current thread's lane. */
    static void leave() {
        if (Thread.currentThread() instanceof Worker worker) {
            worker.lane = null;
        } else {
            VIRTUAL.remove(Thread.currentThread());
        }
    }

    /** Returns the lane of the current thread; null for threads of other pools. */
    static WorkerPool.@Nullable Lane laneOfCurrent() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Worker worker) {
            return worker.lane;
        }
        return VIRTUAL.isEmpty() ? null : VIRTUAL.get(thread);
    }

    /** A platform thread that knows its lane. */
    private final class Worker extends Thread {
        private final Runnable first;
        private WorkerPool.@Nullable Lane lane;
        /** Written with the lock held. */
        private volatile boolean sleeps;

        Worker(Runnable first) {
            super(null, null, NAME + NUMBERS.incrementAndGet(), 0, false);
            this.first = first;
            setDaemon(true);
        }

        @Override
        public void run() {
            SharedThreads.watched(this::work).run();
        }

        private void work() {
            Runnable work = first;
            while (work != null) {
                work.run();
                work = next(this);
            }
        }

        private void sleep() {
            long until = System.nanoTime() + IDLE_NANOS;
            for (long left = IDLE_NANOS; sleeps && left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
                var unused = Thread.interrupted(); // spurious
            }
        }
    }
}
