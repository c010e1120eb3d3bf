package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of message handlers, shared by lanes, one per endpoint. At most {@link Limit#THREADS} run at a time; each
 * lane has a sixteenth of that reserved in addition, so that slow handlers of one endpoint do not starve the others. A
 * thread that waits for a response, or for capacity to send its own, is replaced meanwhile, so that handlers which call
 * handlers of the same pool do not deadlock. Tasks that wait for too long, or exceed the queue, are refused.
 * Thread-safe; no method blocks.
 */
final class WorkerPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private static final int SHARES = 16;
    /** Maximum number of threads replaced while they wait for responses, as a multiple of the running threads. */
    private static final int REPLACED_FOR_ANSWERS = 8;
    /** Maximum number of threads replaced while they wait to send, which depends on peers. */
    private static final int REPLACED_FOR_ROOM = 128;

    private final int most;
    private final int ofLane;
    private final int mostQueued;
    private final long queueNanos;
    private final Timers timers;
    private final WorkerThreads threads;
    private final ReentrantLock lock = new ReentrantLock();
    /** Running threads beyond those reserved for their lanes. Guarded by the lock, as are all fields below. */
    private int shared;

    private int waitingForAnswers;
    private int waitingForRoom;
    /** Lanes in which tasks wait for a thread. */
    private final Set<Lane> waitingLanes = new LinkedHashSet<>();

    private Timers.@Nullable Timer watch;
    private boolean closed;

    /** A task that is refused if no thread is free in time. */
    interface Refusable extends Runnable {
        /** Called if the task will not run. Must not block. */
        void onRefused();
    }

    /** Reason for which a thread waits while it is replaced. */
    enum Wait {
        ANSWER,
        ROOM
    }

    private WorkerPool(Limits limits, Timers timers, WorkerThreads threads) {
        this.most = limits.getInt(Limit.THREADS);
        this.ofLane = Math.max(1, most / SHARES);
        this.mostQueued = limits.getInt(Limit.QUEUED);
        this.queueNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.QUEUE_MILLIS));
        this.timers = ChannelThreads.marking(timers);
        this.threads = threads;
    }

    /**
     * Creates a pool of daemon threads that end when idle.
     *
     * @param virtual true for virtual threads, if the JVM supports them
     */
    static WorkerPool of(Limits limits, Timers timers, boolean virtual) {
        return new WorkerPool(limits, timers, WorkerThreads.of(virtual));
    }

    /** Returns a new lane for one endpoint. It rejects tasks with {@link RejectedExecutionException}. */
    Executor lane() {
        return new Lane();
    }

    /** Lets running tasks end, and refuses the waiting ones. Idempotent. */
    @Override
    public void close() {
        List<Refusable> left = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            takeQueued(job -> true, left);
            if (watch != null) {
                watch.cancel();
            }
        } finally {
            lock.unlock();
        }
        left.forEach(Refusable::onRefused);
        threads.close();
    }

    /**
     * Records that the current thread is about to wait, so that another may run in its place.
     *
     * @return the lane whose {@link Lane#endWaiting} must be called afterwards; null if the thread does not belong to a
     *     pool, or too many wait already: it then keeps its place
     */
    static @Nullable Lane beginWaiting(Wait why) {
        Lane lane = WorkerThreads.laneOfCurrent();
        return lane != null && lane.beginWaiting(why) ? lane : null;
    }

    private boolean mayWait(Wait why) {
        return why == Wait.ANSWER
                ? waitingForAnswers < (long) REPLACED_FOR_ANSWERS * most
                : waitingForRoom < REPLACED_FOR_ROOM;
    }

    private void count(Wait why, int more) {
        if (why == Wait.ANSWER) {
            waitingForAnswers += more;
        } else {
            waitingForRoom += more;
        }
    }

    /** Removes the next task that may start, counted as running: from the lane with the fewest running tasks. */
    private @Nullable Job takeNext() {
        if (waitingLanes.isEmpty()) {
            return null;
        }
        Lane lane = waitingLanes.stream()
                .filter(Lane::mayEnter)
                .min(Comparator.comparingInt(each -> each.running))
                .orElse(null);
        if (lane == null) {
            return null;
        }
        Job job = lane.queue.remove();
        if (lane.queue.isEmpty()) {
            waitingLanes.remove(lane);
        }
        lane.enter();
        return job;
    }

    /** Starts a task that was counted; reverts the count if there is no thread. */
    private void start(Job job) {
        try {
            threads.execute(new Run(job));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The pool is closed, or the system cannot create more threads.
            lock.lock();
            try {
                job.lane.leave();
            } finally {
                lock.unlock();
            }
            throw new RejectedExecutionException("no thread available", e);
        }
    }

    /** Starts a queued task; it is queued again if there is no thread. */
    private void startQueued(@Nullable Job job) {
        if (job == null) {
            return;
        }
        try {
            start(job);
        } catch (RejectedExecutionException e) {
            LOG.debug("No thread is free for a queued task", e);
            lock.lock();
            try {
                job.lane.queue.addFirst(job);
                waitingLanes.add(job.lane);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Ends a task of a lane; returns the next task, counted as running, or null. */
    private @Nullable Job leave(Lane lane) {
        lock.lock();
        try {
            lane.leave();
            return takeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses the tasks that have waited for too long. */
    private void onQueueTimeout() {
        List<Refusable> late = new ArrayList<>();
        lock.lock();
        try {
            watch = null;
            long now = timers.nanoTime();
            takeQueued(job -> now - job.since >= queueNanos, late);
            watch();
        } finally {
            lock.unlock();
        }
        late.forEach(Refusable::onRefused);
    }

    private void takeQueued(Predicate<Job> which, List<Refusable> to) {
        for (Lane lane : List.copyOf(waitingLanes)) {
            lane.queue.removeIf(job -> job.work instanceof Refusable refusable && which.test(job) && to.add(refusable));
            if (lane.queue.isEmpty()) {
                waitingLanes.remove(lane);
            }
        }
    }

    /** Schedules the next check for tasks that have waited for too long. */
    private void watch() {
        if (watch != null || closed) {
            return;
        }
        long now = timers.nanoTime();
        waitingLanes.stream()
                .flatMap(lane -> lane.queue.stream())
                .filter(job -> job.work instanceof Refusable)
                .mapToLong(job -> now - job.since)
                .max()
                .ifPresent(longest -> watch =
                        timers.schedule(this::onQueueTimeout, Duration.ofNanos(Math.max(0, queueNanos - longest))));
    }

    /** A task that waits for a thread or runs. */
    private record Job(Lane lane, Runnable work, long since) {}

    /** Runs a task, and then those that wait for its thread. */
    private final class Run implements Runnable {
        private final Job first;

        Run(Job first) {
            this.first = first;
        }

        @Override
        public void run() {
            Job job = first;
            while (job != null) {
                Lane lane = job.lane;
                boolean done = false;
                try {
                    WorkerThreads.enter(lane);
                    job.work.run();
                    done = true;
                } finally {
                    WorkerThreads.leave();
                    job = leave(lane);
                    if (!done) {
                        startQueued(job);
                    }
                }
                var unused = Thread.interrupted(); // The interrupt was meant for the finished task.
            }
        }
    }

    /** One endpoint's share of the pool. */
    final class Lane implements Executor {
        /** Guarded by the pool's lock, as is the queue. */
        private int running;

        private final Deque<Job> queue = new ArrayDeque<>();

        private Lane() {}

        @Override
        public void execute(Runnable work) {
            Job job = admit(work);
            if (job != null) {
                start(job);
            }
        }

        /** Counts a task as running, or queues it and returns null. */
        private @Nullable Job admit(Runnable work) {
            lock.lock();
            try {
                if (closed) {
                    throw new RejectedExecutionException("the pool is closed");
                }
                if (queue.isEmpty() && mayEnter()) {
                    enter();
                    return new Job(this, work, 0);
                }
                if (queue.size() >= mostQueued) {
                    throw new RejectedExecutionException("expected at most " + mostQueued
                            + " that wait for a thread, found one more; the settings are " + Limit.QUEUED.setting()
                            + " and " + Limit.THREADS.setting());
                }
                queue.add(new Job(this, work, timers.nanoTime()));
                waitingLanes.add(this);
                watch();
                return null;
            } finally {
                lock.unlock();
            }
        }

        private boolean mayEnter() {
            return running < ofLane || shared < most;
        }

        private void enter() {
            if (running >= ofLane) {
                shared++;
            }
            running++;
        }

        private void leave() {
            running--;
            if (running >= ofLane) {
                shared--;
            }
        }

        private boolean beginWaiting(Wait why) {
            Job next;
            lock.lock();
            try {
                if (!mayWait(why)) {
                    return false;
                }
                count(why, 1);
                leave();
                next = takeNext();
            } finally {
                lock.unlock();
            }
            startQueued(next);
            return true;
        }

        /** Counts the thread as running again, even beyond the maximum. */
        void endWaiting(Wait why) {
            lock.lock();
            try {
                count(why, -1);
                enter();
            } finally {
                lock.unlock();
            }
        }
    }
}
