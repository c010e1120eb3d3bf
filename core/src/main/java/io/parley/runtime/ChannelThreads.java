package io.parley.runtime;

import io.parley.HotPath;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks threads that currently run a callback of a channel or timer. Such a thread must not wait for events that these
 * threads deliver.
 */
final class ChannelThreads {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelThreads.class);
    /** Nesting depth of channel and timer callbacks on the thread. */
    private static final ThreadLocal<int[]> INSIDE = ThreadLocal.withInitial(() -> new int[1]);

    private ChannelThreads() {}

    /** Returns whether the current thread may block on a session. */
    static boolean mayWait() {
        return INSIDE.get()[0] == 0;
    }

    /** Runs a task marked as a channel callback. */
    static void run(Runnable task) {
        enter();
        try {
            task.run();
        } finally {
            leave();
        }
    }

    /**
     * Runs a timer's task. Its exceptions are logged here, because a scheduler keeps them in a future that nobody
     * reads.
     */
    private static void runTimer(Runnable task) {
        try {
            run(task);
        } catch (RuntimeException | Error e) {
            LOG.error("A timer's task failed", e);
            throw e;
        }
    }

    /** Marks the current thread as running a channel callback until {@link #leave}. */
    @HotPath
    static void enter() {
        INSIDE.get()[0]++;
    }

    @HotPath
    static void leave() {
        INSIDE.get()[0]--;
    }

    /** Returns timers whose tasks are marked as callbacks that must not block. */
    static Timers marking(Timers timers) {
        return new Timers() {
            @Override
            public long nanoTime() {
                return timers.nanoTime();
            }

            @Override
            public Timer schedule(Runnable task, Duration delay) {
                return timers.schedule(() -> runTimer(task), delay);
            }

            @Override
            public Instant instant() {
                return timers.instant();
            }
        };
    }
}
