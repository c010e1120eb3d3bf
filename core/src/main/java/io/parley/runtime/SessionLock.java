package io.parley.runtime;

import io.parley.HotPath;
import io.parley.channel.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lock of one session: one thread at a time does something to it. What follows from it is applied before the lock is
 * released ({@link Owner#beforeUnlock}); frames are flushed, and code of users runs, once it is.
 */
final class SessionLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Owner owner;
    /** Task to run once the lock is released: mostly the only one. Guarded by it, as are the tasks behind it. */
    private @Nullable Runnable deferred;

    private final List<Runnable> more = new ArrayList<>(0);
    private long turns;

    /** Owner of what the lock guards. */
    interface Owner {
        /** Applies what follows from this turn; returns the connection to flush, or null. */
        @Nullable
        Connection beforeUnlock();
    }

    SessionLock(Owner owner) {
        this.owner = owner;
    }

    @HotPath
    void enter() {
        lock.lock();
        if (lock.getHoldCount() == 1) {
            turns++;
        }
    }

    /** A turn for one thing to do. */
    void run(Runnable task) {
        enter();
        try {
            task.run();
        } finally {
            leave();
        }
    }

    /** A turn to look at something. */
    <T extends @Nullable Object> T get(Supplier<T> look) {
        enter();
        try {
            return look.get();
        } finally {
            leave();
        }
    }

    /** Defers a task until the lock is released, while effects are applied. */
    @HotPath
    void defer(Runnable task) {
        if (deferred == null) {
            deferred = task;
        } else {
            more.add(task);
        }
    }

    /** Returns a condition to wait for within a turn. */
    Condition newCondition() {
        return lock.newCondition();
    }

    /** Returns how often the lock was taken. Within a turn. */
    long turns() {
        return turns;
    }

    /** Ends the turn as {@link #leave} does, on a thread of the channel, which must not block. */
    @HotPath
    void leaveToChannel() {
        leave(true);
    }

    /** Ends the turn: applies its effects, releases the lock, flushes, and runs deferred tasks. */
    @HotPath
    void leave() {
        leave(false);
    }

    @HotPath
    private void leave(boolean onChannel) {
        if (lock.getHoldCount() > 1) {
            lock.unlock();
            return;
        }
        Connection flush = null;
        Runnable first = null;
        List<Runnable> others = null;
        try {
            flush = owner.beforeUnlock();
        } finally {
            first = deferred;
            deferred = null;
            if (!more.isEmpty()) {
                others = List.copyOf(more);
                more.clear();
            }
            lock.unlock();
        }
        if (flush != null) {
            flush.flush();
        }
        if (first != null) {
            runDeferred(first, others, onChannel);
        }
    }

    @HotPath
    private static void runDeferred(Runnable first, @Nullable List<Runnable> others, boolean onChannel) {
        if (onChannel) {
            ChannelThreads.enter();
        }
        try {
            first.run();
            if (others != null) {
                others.forEach(Runnable::run);
            }
        } finally {
            if (onChannel) {
                ChannelThreads.leave();
            }
        }
    }
}
