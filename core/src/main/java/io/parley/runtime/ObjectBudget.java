package io.parley.runtime;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.session.Budget;
import java.util.Locale;
import java.util.Optional;

/**
 * Memory on the heap for the objects that the messages of a runtime are decoded to, as estimated by their layout. The first of
 * a message may be taken from all of it, what more it takes from seven eighths: so short messages come through while long ones
 * have what they may have. Thread-safe.
 */
final class ObjectBudget {
    /** What a message may take of the whole. */
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
     * Takes bytes for a message that has some, or nothing and false.
     *
     * @param held how many it has
     */
    boolean tryReserve(long held, long bytes) {
        return isShort(held + bytes) ? all.tryReserve(bytes) : ofLong.tryReserve(bytes);
    }

    /** Counts bytes that are allocated in any case. */
    void count(long bytes) {
        all.count(bytes);
    }

    /** Whether a message might get something now. */
    boolean hasRoom() {
        return ofLong.hasRoom();
    }

    /** Gives back what was taken in the order in which it was: so much while the message was short, and so much later. */
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

    /** How many there are. */
    long most() {
        return most;
    }

    /** How often there was no room for a message. */
    long refusals() {
        return all.refusals();
    }

    /** Bytes taken now. */
    long reserved() {
        return all.reserved();
    }

    /** What there is to say when a runtime starts in so little memory that messages within their limit do not fit; empty if they do. */
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

    /** What was set by hand was meant so. */
    private static boolean fits(Limits limits, Limit memory, long bytes) {
        return limits.get(memory) != memory.initial() || bytes <= limits.get(memory);
    }
}
