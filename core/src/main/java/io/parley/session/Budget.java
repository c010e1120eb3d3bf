package io.parley.session;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Memory that may be promised to messages, in bytes: a session's, within the process's. Whoever reserves gives back
 * exactly that much. Thread-safe.
 */
public final class Budget {
    private final long most;
    private final @Nullable Budget within;
    private final AtomicLong reserved = new AtomicLong();

    private Budget(long most, @Nullable Budget within) {
        this.most = most;
        this.within = within;
    }

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
                return false;
            }
        } while (!reserved.compareAndSet(now, now + bytes));
        if (within != null && !within.tryReserve(bytes)) {
            reserved.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    public void release(long bytes) {
        reserved.addAndGet(-bytes);
        if (within != null) {
            within.release(bytes);
        }
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
