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
 * Threads of a {@link WorkerPool}: kept for a while when idle, or virtual ones, made for each work. They are daemons,
 * inherit nothing from the thread that happens to start them, and use the class loader of the pool's creator. Each work
 * has a thread at once, but one that is done with other work may take it before a sleeping one is awake. Thread-safe.
 */
final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final String NAME = "parley-worker-";
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    /** The lanes that virtual threads work for: those cannot hold them themselves. */
    private static final Map<Thread, WorkerPool.Lane> VIRTUAL = new ConcurrentHashMap<>();

    private final @Nullable ThreadFactory virtual;
    private final @Nullable ClassLoader loader;
    private final ReentrantLock lock = new ReentrantLock();
    /**
     * Work that no thread has taken yet; never more than there are free threads. Guarded by the lock, as are all fields
     * below.
     */
    private final Deque<Runnable> ready = new ArrayDeque<>();
    /** The last that fell asleep is the first to be woken, so that the others can end. */
    private final Deque<Worker> asleep = new ArrayDeque<>();
    /** Threads that run nothing: asleep, or about to look for work. */
    private int free;
    /** A thread was woken and has not looked yet: it wakes the next if there is more than it takes. */
    private boolean waking;

    private boolean closed;

    private WorkerThreads(@Nullable ThreadFactory virtual, @Nullable ClassLoader loader) {
        this.virtual = virtual;
        this.loader = loader;
    }

    /**
     * @param virtual whether to take virtual threads; on a JVM without them a warning says so, and others are taken
     */
    static WorkerThreads of(boolean virtual) {
        return new WorkerThreads(
                virtual ? virtualThreads().orElse(null) : null,
                Thread.currentThread().getContextClassLoader());
    }

    /** Returns the virtual threads of JDK 21 and later, which this is not compiled against. */
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
     * Runs the work on a thread, however many are busy.
     *
     * @throws RejectedExecutionException once it is closed
     * @throws OutOfMemoryError if the system has no thread left
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

    /** A thread to be unparked, or null if another looks for work anyway. */
    private @Nullable Worker wake() {
        if (waking || asleep.isEmpty()) {
            return null;
        }
        waking = true;
        Worker last = asleep.removeLast();
        last.sleeps = false;
        return last;
    }

    /** The next work for a thread that has none; null if it shall end. */
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

    /** False if nobody woke it for long, and nothing is to be done. Releases the lock meanwhile. */
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

    /** Idle threads end now, the others with their work. */
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

    /** The current thread works for a lane from now on. */
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

    /** The lane that the current thread works for; null for threads of others. */
    static WorkerPool.@Nullable Lane laneOfCurrent() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Worker worker) {
            return worker.lane;
        }
        return VIRTUAL.isEmpty() ? null : VIRTUAL.get(thread);
    }

    /** A thread that knows what it works for. */
    private final class Worker extends Thread {
        private final Runnable first;
        private WorkerPool.@Nullable Lane lane;
        /** Written under the lock. */
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
                var unused = Thread.interrupted(); // nobody has a reason to
            }
        }
    }
}
