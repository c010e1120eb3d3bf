package io.parley.runtime;

import io.parley.HotPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Deadlines of one session's calls. One timer, set for the earliest of them, serves all: most calls are answered long
 * before it fires, and cause no timer operation. Thread-safe.
 */
final class CallDeadlines {
    private final Timers timers;
    /** The most recent call; older ones are linked to it. Guarded by this, as are all fields below and the links. */
    private @Nullable PendingCall newest;

    private Timers.@Nullable Timer timer;
    private long timerAt;
    private boolean closed;

    CallDeadlines(Timers timers) {
        this.timers = timers;
    }

    @HotPath
    synchronized void add(PendingCall call, Duration timeout) {
        PendingCall before = newest;
        call.older = before;
        if (before != null) {
            before.newer = call;
        }
        newest = call;
        call.deadline = timers.nanoTime() + timeout.toNanos();
        if (!closed && (timer == null || call.deadline - timerAt < 0)) {
            setTimer(call.deadline);
        }
    }

    /** Removes a call that has ended. Idempotent. */
    @HotPath
    synchronized void remove(PendingCall call) {
        PendingCall older = call.older;
        PendingCall newer = call.newer;
        if (newer != null) {
            newer.older = older;
        } else if (newest == call) {
            newest = older;
        }
        if (older != null) {
            older.newer = newer;
        }
        call.older = null;
        call.newer = null;
    }

    /** Cancels the timer when the session is closed, which ends all calls. */
    synchronized void close() {
        closed = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void onTimer() {
        takeDue().forEach(PendingCall::onTimeout);
    }

    private synchronized List<PendingCall> takeDue() {
        timer = null;
        long now = timers.nanoTime();
        List<PendingCall> due = new ArrayList<>();
        PendingCall next = null;
        for (PendingCall call = newest; call != null; call = call.older) {
            if (call.deadline - now <= 0) {
                due.add(call);
            } else if (next == null || call.deadline - next.deadline < 0) {
                next = call;
            }
        }
        if (next != null && !closed) {
            setTimer(next.deadline);
        }
        return due;
    }

    private void setTimer(long at) {
        if (timer != null) {
            timer.cancel();
        }
        timerAt = at;
        timer = timers.schedule(this::onTimer, Duration.ofNanos(at - timers.nanoTime()));
    }
}
