package io.parley.runtime;

import io.parley.HotPath;
import io.parley.channel.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The lock of one session: one thread at a time does something to it. What leads to the user's code is put off until the
 * lock is released, and frames go out then.
 */
final class Turns {
    private final ReentrantLock lock = new ReentrantLock();
    private final Outlet outlet;
    /** Task to run once the lock is released: mostly the only one. Guarded by it, as are the tasks behind it. */
    private @Nullable Runnable afterwards;

    private final List<Runnable> more = new ArrayList<>();
    private final Runnable leaving = this::leave;

    Turns(Outlet outlet) {
        this.outlet = outlet;
    }

    void enter() {
        lock.lock();
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

    /** Puts something off until the turn is over. Within a turn. */
    @HotPath
    void after(Runnable task) {
        if (afterwards == null) {
            afterwards = task;
        } else {
            more.add(task);
        }
    }

    /** Returns a condition to wait for within a turn. */
    Condition newCondition() {
        return lock.newCondition();
    }

    /** Leaves the turn as {@link #leave} does, on a thread of the channel, which must not block. */
    @HotPath
    void leaveToChannel() {
        if (afterwards == null) {
            leave();
        } else {
            ChannelThreads.run(leaving);
        }
    }

    /** Releases the lock, lets frames out unless a read goes on that may add more, and does what was put off. */
    @HotPath
    void leave() {
        if (lock.getHoldCount() > 1) {
            lock.unlock();
            return;
        }
        Connection flush = outlet.takeUnflushed();
        Runnable first = afterwards;
        @Nullable List<Runnable> others = more.isEmpty() ? null : List.copyOf(more);
        afterwards = null;
        more.clear();
        lock.unlock();
        if (flush != null) {
            flush.flush();
        }
        if (first != null) {
            first.run();
        }
        if (others != null) {
            others.forEach(Runnable::run);
        }
    }
}
