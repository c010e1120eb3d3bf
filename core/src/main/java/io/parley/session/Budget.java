package io.parley.session;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Memory that may be promised to messages, in bytes: a session's, within the process's. Whoever reserves gives back
 * exactly that much. Thread-safe.
 */
public final class Budget {
    private final long most;
    private final @Nullable Budget within;
    private final AtomicLong reserved = new AtomicLong();
    /** Bells that wait for room in the outermost budget. */
    private final Queue<Runnable> bells = new ConcurrentLinkedQueue<>();

    /** Shared with the parts. */
    private final LongAdder refusals;

    private Budget(long most, @Nullable Budget within) {
        this.most = most;
        this.within = within;
        this.refusals = within == null ? new LongAdder() : within.refusals;
    }

    /**
     * Returns the outermost budget.
     *
     * @param most bytes that may be reserved at a time, over all its parts
     */
    public static Budget of(long most) {
        return new Budget(most, null);
    }

    /** A part that also counts against this. */
    public Budget part(long partMost) {
        return new Budget(partMost, this);
    }

    /** Takes the bytes from this budget and those around it, or nothing and false. */
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
     * Reserves as {@link #tryReserve} does, but if the outermost budget has no room, the bell is rung once when it has
     * some again: by whichever thread makes room, so it must neither block nor lock.
     */
    boolean tryReserveOrWait(long bytes, Runnable bell) {
        if (tryReserve(bytes)) {
            return true;
        }
        Budget outermost = this;
        while (outermost.within != null) {
            outermost = outermost.within;
        }
        outermost.bells.add(bell);
        // Once more: what was released before the bell hung there rang no bell.
        return tryReserve(bytes);
    }

    /** Gives back bytes here and in the budgets around it, and rings the bells of those that wait for room. */
    public void release(long bytes) {
        reserved.addAndGet(-bytes);
        if (within != null) {
            within.release(bytes);
        }
        for (Runnable bell = bells.poll(); bell != null; bell = bells.poll()) {
            bell.run();
        }
    }

    /** Counts, or with a negative number no more, bytes that are there in any case: it may go beyond the most. */
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

    /** Returns whether anything could be reserved now. */
    public boolean hasRoom() {
        return reserved.get() < most && (within == null || within.hasRoom());
    }

    /** The most that can be promised at a time. */
    long most() {
        return within == null ? most : Math.min(most, within.most());
    }

    /** How often this budget, one around it or one within them had no room for what was to be reserved. */
    public long refusals() {
        return refusals.sum();
    }

    /** Bytes promised now. */
    public long reserved() {
        return reserved.get();
    }

    @Override
    public String toString() {
        return reserved + " of " + most + " bytes";
    }
}
