package io.parley.runtime;

import io.parley.HotPath;
import java.time.Duration;
import java.time.Instant;

/**
 * Knows which threads are a channel's or a timer's at the moment: whoever runs on one must not wait for what these
 * threads bring.
 */
final class ChannelThreads {
    /** Number of channel or timer calls that the thread is inside. */
    private static final ThreadLocal<int[]> INSIDE = ThreadLocal.withInitial(() -> new int[1]);

    private ChannelThreads() {}

    /** Returns whether the current thread may block on a session. */
    static boolean mayWait() {
        return INSIDE.get()[0] == 0;
    }

    /** Runs a task as a channel's thread. */
    static void run(Runnable task) {
        enter();
        try {
            task.run();
        } finally {
            leave();
        }
    }

    /** The current thread runs as a channel's until it {@link #leave}s. */
    @HotPath
    static void enter() {
        INSIDE.get()[0]++;
    }

    @HotPath
    static void leave() {
        INSIDE.get()[0]--;
    }

    /** Timers whose tasks are known not to be for waiting in. */
    static Timers marking(Timers timers) {
        return new Timers() {
            @Override
            public long nanoTime() {
                return timers.nanoTime();
            }

            @Override
            public Timer schedule(Runnable task, Duration delay) {
                return timers.schedule(() -> run(task), delay);
            }

            @Override
            public Instant instant() {
                return timers.instant();
            }
        };
    }
}
