package io.parley.delta;

import io.parley.compression.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bases of the answering side of one session: calls that the caller asked it to keep, as far as there is room, until
 * the caller drops them. Thread-safe.
 */
final class ServiceBases {
    private final int maxMessageBytes;
    private final Memory memory;
    /** Kept calls by the caller's number. Guarded by this, like all fields below. */
    private final Map<Long, Kept> kept = new HashMap<>();

    private final Allowance allowance;

    /** Kept parts of a call. */
    record Kept(@Nullable Base request, @Nullable Base answer) {
        long bytes() {
            return (request == null ? 0L : request.length()) + (answer == null ? 0L : answer.length());
        }
    }

    /**
     * Creates the bases of one session.
     *
     * @param maxBytes agreed bytes that may be kept
     * @param maxMessageBytes maximum bytes of a message that may be kept or compared
     */
    public ServiceBases(long maxBytes, int maxMessageBytes, Memory memory) {
        this.maxMessageBytes = maxMessageBytes;
        this.memory = memory;
        this.allowance = new Allowance(maxBytes, memory);
    }

    /** Begins a received call. The caller must end it. */
    public IncomingCall begin() {
        return new IncomingCall(this);
    }

    /** Forgets all bases. Idempotent. */
    public synchronized void close() {
        kept.clear();
        allowance.close();
    }

    int maxMessageBytes() {
        return maxMessageBytes;
    }

    Memory memory() {
        return memory;
    }

    synchronized @Nullable Kept get(long number) {
        return kept.get(number);
    }

    /** Drops calls; an unknown number is one that was never kept. */
    synchronized void drop(List<Long> numbers) {
        for (Long number : numbers) {
            Kept dropped = kept.remove(number);
            if (dropped != null) {
                allowance.release(dropped.bytes());
            }
        }
    }

    /** Keeps a call; returns false, keeping nothing, if there is no room or the number is in use. */
    synchronized boolean tryKeep(long number, Kept call) {
        if (kept.containsKey(number) || !allowance.tryReserve(call.bytes())) {
            return false;
        }
        kept.put(number, call);
        return true;
    }

    /** Replaces a kept call by a part of it. */
    synchronized void shrink(long number, Kept less) {
        Kept before = kept.replace(number, less);
        if (before != null) {
            allowance.release(before.bytes() - less.bytes());
        }
    }

    synchronized long keptBytes() {
        return allowance.reserved();
    }
}
