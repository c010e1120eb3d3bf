package io.parley.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Memory budget in bytes, with nested parts: a session's budget is a part of the process's. Every reserved byte must be
 * released exactly once. Thread-safe.
 */
public final class Budget {
    private final long most;
    private final @Nullable Budget within;
    private final AtomicLong reserved = new AtomicLong();
    /** Callbacks of waiting writers, run when the outermost budget has capacity again. */
    private final Queue<Runnable> wakeUps = new ConcurrentLinkedQueue<>();

    /** Number of refused reservations; shared with all parts. */
    private final LongAdder refusals;

    private Budget(long most, @Nullable Budget within) {
        this.most = most;
        this.within = within;
        this.refusals = within == null ? new LongAdder() : within.refusals;
    }

    /**
     * Creates an outermost budget.
     *
     * @param most maximum number of reserved bytes, over all its parts
     */
    public static Budget of(long most) {
        return new Budget(most, null);
    }

    /**
     * Creates a part, whose reservations also count against this budget.
     *
     * @param partMost maximum number of reserved bytes of the part
     */
    public Budget part(long partMost) {
        return new Budget(partMost, this);
    }

    /**
     * Reserves bytes in this budget and those around it.
     *
     * @return false if one of them lacks capacity; then nothing is reserved
     */
    public boolean tryReserve(long bytes) {
        long now;
        do {
            now = reserved.get();
            if (bytes > most - now) {
                refusals.increment();
                return false;
            }
        } while (!reserved.compareAndSet(now, now + bytes));
        if (within != null && !within.tryReserve(bytes)) {
            reserved.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /**
     * Reserves bytes like {@link #tryReserve}. On failure the callback is run once when bytes are released in the
     * outermost budget, by the releasing thread: it must neither block nor lock.
     */
    boolean tryReserveOrWait(long bytes, Runnable wakeUp) {
        if (tryReserve(bytes)) {
            return true;
        }
        Budget outermost = this;
        while (outermost.within != null) {
            outermost = outermost.within;
        }
        outermost.wakeUps.add(wakeUp);
        // Retry: bytes may have been released before the callback was registered.
        return tryReserve(bytes);
    }

    /** Releases bytes here and in the budgets around it, and runs the callbacks of waiting writers. */
    public void release(long bytes) {
        reserved.addAndGet(-bytes);
        if (within != null) {
            within.release(bytes);
        }
        for (Runnable wakeUp = wakeUps.poll(); wakeUp != null; wakeUp = wakeUps.poll()) {
            wakeUp.run();
        }
    }

    /** Adds bytes that are in use in any case, even beyond the maximum; a negative number releases them. */
    public void count(long bytes) {
        if (bytes < 0) {
            release(-bytes);
            return;
        }
        reserved.addAndGet(bytes);
        if (within != null) {
            within.count(bytes);
        }
    }

    /** Returns whether at least one byte could be reserved now. */
    public boolean hasRoom() {
        return reserved.get() < most && (within == null || within.hasRoom());
    }

    /** Returns the maximum that can be reserved at a time, here and in the budgets around it. */
    long most() {
        return within == null ? most : Math.min(most, within.most());
    }

    /** Returns the number of refused reservations of the outermost budget and all its parts. */
    public long refusals() {
        return refusals.sum();
    }

    /** Returns the number of bytes reserved now. */
    public long reserved() {
        return reserved.get();
    }

    @Override
    public String toString() {
        return reserved + " of " + most + " bytes";
    }
}
