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
 * Lock of one session. Resulting effects are applied before it is released ({@link Owner#beforeUnlock}); frames are
 * flushed, and application code runs, afterwards. "A turn" is one period of holding it.
 */
final class SessionLock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Owner owner;
    /** Task to run once the lock is released; seldom more than one. Guarded by the lock, as are further tasks. */
    private @Nullable Runnable deferred;

    private final List<Runnable> more = new ArrayList<>(0);
    private long turns;

    /** Owner of the state that the lock guards. */
    interface Owner {
        /** Applies the pending effects; returns the connection to flush after unlocking, or null. */
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

    /** Runs a task with the lock held. */
    void run(Runnable task) {
        enter();
        try {
            task.run();
        } finally {
            leave();
        }
    }

    /** Returns a value that is read with the lock held. */
    <T extends @Nullable Object> T get(Supplier<T> look) {
        enter();
        try {
            return look.get();
        } finally {
            leave();
        }
    }

    /** Defers a task until the lock is released. */
    @HotPath
    void defer(Runnable task) {
        if (deferred == null) {
            deferred = task;
        } else {
            more.add(task);
        }
    }

    /** Returns a condition to wait for with the lock held. */
    Condition newCondition() {
        return lock.newCondition();
    }

    /** Returns how often the lock was taken. Called with the lock held. */
    long turns() {
        return turns;
    }

    /** Ends the turn like {@link #leave}, on a thread of the channel, which must not block. */
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
