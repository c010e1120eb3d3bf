package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.session.Budget;
import java.util.Locale;
import java.util.Optional;

/**
 * Heap budget for the objects that the messages of a runtime are decoded to, as estimated from their layouts. The first
 * {@link #SHORT_BYTES} of a message may use the whole budget, the rest only seven eighths of it, so that short messages
 * are not blocked by long ones. Thread-safe.
 */
final class ObjectBudget {
    /** Bytes of a message that may use the whole budget. */
    static final long SHORT_BYTES = 64 * 1024;

    private static final int EIGHTHS = 8;

    private final long most;
    private final Budget all;
    private final Budget ofLong;

    ObjectBudget(long most) {
        this.most = most;
        this.all = Budget.of(most);
        this.ofLong = all.part(most - most / EIGHTHS);
    }

    static ObjectBudget of(Limits limits) {
        return new ObjectBudget(limits.get(Limit.OBJECT_BYTES));
    }

    /**
     * Reserves bytes for a message; returns false if there is no capacity.
     *
     * @param held bytes that the message has already
     */
    boolean tryReserve(long held, long bytes) {
        return isShort(held + bytes) ? all.tryReserve(bytes) : ofLong.tryReserve(bytes);
    }

    /** Counts bytes that are allocated in any case. */
    void count(long bytes) {
        all.count(bytes);
    }

    /** Returns whether anything could be reserved now. */
    boolean hasRoom() {
        return ofLong.hasRoom();
    }

    /** Releases bytes: those reserved while the message was short, and those reserved later. */
    void release(long bytesOfShort, long bytesOfLong) {
        if (bytesOfShort != 0) {
            all.release(bytesOfShort);
        }
        if (bytesOfLong != 0) {
            ofLong.release(bytesOfLong);
        }
    }

    static boolean isShort(long bytes) {
        return bytes <= SHORT_BYTES;
    }

    /** Returns the size of the budget in bytes. */
    long most() {
        return most;
    }

    /** Returns the number of refused reservations. */
    long refusals() {
        return all.refusals();
    }

    /** Returns the bytes reserved now. */
    long reserved() {
        return all.reserved();
    }

    /** Returns a warning if messages within their limit do not fit into the memory of the JVM; empty if they do. */
    static Optional<String> shortage(Limits limits) {
        long message = limits.get(Limit.MESSAGE_BYTES);
        if (fits(limits, Limit.TOTAL_BYTES, message) && fits(limits, Limit.OBJECT_BYTES, 2 * message)) {
            return Optional.empty();
        }
        long most = Math.min(limits.get(Limit.TOTAL_BYTES), limits.get(Limit.OBJECT_BYTES) / 2);
        return Optional.of(String.format(
                Locale.ROOT,
                "messages of up to %,d bytes are allowed (%s), but longer ones than about %,d bytes do not fit into the memory"
                        + " of this JVM and are refused with BUDGET: %s is %,d, %s is %,d; give it more, or lower the first",
                message,
                Limit.MESSAGE_BYTES.setting(),
                most,
                Limit.TOTAL_BYTES.setting(),
                limits.get(Limit.TOTAL_BYTES),
                Limit.OBJECT_BYTES.setting(),
                limits.get(Limit.OBJECT_BYTES)));
    }

    /** Returns whether a limit suffices; one that was set explicitly always does. */
    private static boolean fits(Limits limits, Limit memory, long bytes) {
        return limits.get(memory) != memory.initial() || bytes <= limits.get(memory);
    }
}
