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
 * Threads that message handlers run on, shared by lanes, one for each endpoint. {@link Limit#THREADS} is how many are at
 * work at a time; each lane has a sixteenth of that for itself besides, so that an endpoint whose handlers are slow leaves
 * the others threads. A thread that waits for the answer to a call, or for room for its own answer, is replaced meanwhile:
 * handlers that call handlers of the same pool always get on. What waits for a thread too long, or behind too much, is
 * refused. Thread-safe; no method blocks.
 */
final class WorkerPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

    private static final int SHARES = 16;
    /** Factor of the working threads that may wait for answers of others and be replaced. */
    private static final int REPLACED_FOR_ANSWERS = 8;
    /** Number of threads that may wait for room and be replaced: how long they wait is up to peers. */
    private static final int REPLACED_FOR_ROOM = 128;

    private final int most;
    private final int ofLane;
    private final int mostQueued;
    private final long patienceNanos;
    private final Timers timers;
    private final WorkerThreads threads;
    private final ReentrantLock lock = new ReentrantLock();
    /** Threads at work beyond what their lanes have for themselves. Guarded by the lock, as are all below. */
    private int shared;

    private int waitingForAnswers;
    private int waitingForRoom;
    /** Lanes in which work waits for a thread. */
    private final Set<Lane> crowded = new LinkedHashSet<>();

    private Timers.@Nullable Timer watch;
    private boolean closed;

    /** Work that is refused if no thread takes it in time. */
    interface Refusable extends Runnable {
        /** Called when it will not run. Must not block. */
        void onRefused();
    }

    /** Event that a thread waits for while it is replaced. */
    enum Wait {
        ANSWER,
        ROOM
    }

    private WorkerPool(Limits limits, Timers timers, WorkerThreads threads) {
        this.most = limits.getInt(Limit.THREADS);
        this.ofLane = Math.max(1, most / SHARES);
        this.mostQueued = limits.getInt(Limit.QUEUED);
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(limits.get(Limit.QUEUE_MILLIS));
        this.timers = ChannelThreads.marking(timers);
        this.threads = threads;
    }

    /**
     * Makes a pool of daemon threads, which end when nothing came for them for a while.
     *
     * @param virtual whether they are virtual threads, where the JVM has them
     */
    static WorkerPool of(Limits limits, Timers timers, boolean virtual) {
        return new WorkerPool(limits, timers, WorkerThreads.of(virtual));
    }

    /** A lane of its own for one endpoint. What it does not take it throws {@link RejectedExecutionException} for. */
    Executor lane() {
        return new Lane();
    }

    /** Lets running work end, and refuses messages that wait for a thread. Idempotent. */
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
     * Notes that the current thread is about to wait, so that another may work in its place.
     *
     * @return whose {@link Lane#endWaiting} is to be called afterwards; null if the thread is none of a pool's, or too many
     *     wait already: then it keeps its place
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

    /**
     * The first work that may begin now, counted as at work: of lanes that have threads of their own left before
     * others.
     */
    private @Nullable Job takeNext() {
        if (crowded.isEmpty()) {
            return null;
        }
        Lane lane = crowded.stream()
                .filter(Lane::mayEnter)
                .min(Comparator.comparingInt(each -> each.atWork))
                .orElse(null);
        if (lane == null) {
            return null;
        }
        Job job = lane.queue.remove();
        if (lane.queue.isEmpty()) {
            crowded.remove(lane);
        }
        lane.enter();
        return job;
    }

    /** Runs work that was counted on a thread; uncounts it if none is available. */
    private void start(Job job) {
        try {
            threads.execute(new Run(job));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The pool is closed, or the system gives no more threads.
            lock.lock();
            try {
                job.lane.leave();
            } finally {
                lock.unlock();
            }
            throw new RejectedExecutionException("no thread to be had", e);
        }
    }

    /** The same for work that waited; it waits on if there is none. */
    private void startQueued(@Nullable Job job) {
        if (job == null) {
            return;
        }
        try {
            start(job);
        } catch (RejectedExecutionException e) {
            LOG.debug("no thread for what waits for one", e);
            lock.lock();
            try {
                job.lane.queue.addFirst(job);
                crowded.add(job.lane);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Ends work of a lane; what may begin in its place, counted. */
    private @Nullable Job leave(Lane lane) {
        lock.lock();
        try {
            lane.leave();
            return takeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses what waited too long. */
    private void onPatienceOver() {
        List<Refusable> late = new ArrayList<>();
        lock.lock();
        try {
            watch = null;
            long now = timers.nanoTime();
            takeQueued(job -> now - job.since >= patienceNanos, late);
            watch();
        } finally {
            lock.unlock();
        }
        late.forEach(Refusable::onRefused);
    }

    private void takeQueued(Predicate<Job> which, List<Refusable> to) {
        for (Lane lane : List.copyOf(crowded)) {
            lane.queue.removeIf(job -> job.work instanceof Refusable refusable && which.test(job) && to.add(refusable));
            if (lane.queue.isEmpty()) {
                crowded.remove(lane);
            }
        }
    }

    /** Sees to it that what waits now is looked at when the first of it will have waited too long. */
    private void watch() {
        if (watch != null || closed) {
            return;
        }
        long now = timers.nanoTime();
        crowded.stream()
                .flatMap(lane -> lane.queue.stream())
                .filter(job -> job.work instanceof Refusable)
                .mapToLong(job -> now - job.since)
                .max()
                .ifPresent(longest -> watch =
                        timers.schedule(this::onPatienceOver, Duration.ofNanos(Math.max(0, patienceNanos - longest))));
    }

    /** Work that waits for a thread, or has one. */
    private record Job(Lane lane, Runnable work, long since) {}

    /** Runs work, and then what waits for its thread. */
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
                var unused = Thread.interrupted(); // whoever interrupted it meant what is over
            }
        }
    }

    /** One endpoint's share of the pool. */
    final class Lane implements Executor {
        /** Guarded by the pool's lock, as is what waits. */
        private int atWork;

        private final Deque<Job> queue = new ArrayDeque<>();

        private Lane() {}

        @Override
        public void execute(Runnable work) {
            Job job = admit(work);
            if (job != null) {
                start(job);
            }
        }

        /** Null if it has to wait for a thread. */
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
                crowded.add(this);
                watch();
                return null;
            } finally {
                lock.unlock();
            }
        }

        private boolean mayEnter() {
            return atWork < ofLane || shared < most;
        }

        private void enter() {
            if (atWork >= ofLane) {
                shared++;
            }
            atWork++;
        }

        private void leave() {
            atWork--;
            if (atWork >= ofLane) {
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

        /** The thread goes on, however many are at work by now. */
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
