package io.parley.delta;

import io.parley.compression.Memory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bases of the answering side of one session: the calls that the other side asked it to keep, as far as there is room,
 * until the other side releases them. Thread-safe.
 */
final class ServiceBases {
    private final int mostMessage;
    private final Memory memory;
    /** Kept calls by the caller's number; guarded by this, as are all fields below. */
    private final Map<Long, Kept> kept = new HashMap<>();

    private final Allowance allowance;

    /** A call, as much of it as was kept. */
    record Kept(@Nullable Base request, @Nullable Base answer) {
        long bytes() {
            return (request == null ? 0L : request.length()) + (answer == null ? 0L : answer.length());
        }
    }

    /**
     * @param mostBytes agreed bytes that may be kept
     * @param mostMessage bytes of a message that may be kept or compared
     */
    public ServiceBases(long mostBytes, int mostMessage, Memory memory) {
        this.mostMessage = mostMessage;
        this.memory = memory;
        this.allowance = new Allowance(mostBytes, memory);
    }

    /** A request that came. Whoever begins one ends it. */
    public IncomingCall begin() {
        return new IncomingCall(this);
    }

    /** Forgets everything. Idempotent. */
    public synchronized void close() {
        kept.clear();
        allowance.close();
    }

    int mostMessage() {
        return mostMessage;
    }

    Memory memory() {
        return memory;
    }

    synchronized @Nullable Kept get(long number) {
        return kept.get(number);
    }

    /** Forgets calls; a number that is not known is one that was never kept. */
    synchronized void drop(List<Long> numbers) {
        for (Long number : numbers) {
            Kept dropped = kept.remove(number);
            if (dropped != null) {
                allowance.giveBack(dropped.bytes());
            }
        }
    }

    /** Keeps a call; returns false, keeping nothing, if there is no room or the number is taken. */
    synchronized boolean tryKeep(long number, Kept call) {
        if (kept.containsKey(number) || !allowance.tryTake(call.bytes())) {
            return false;
        }
        kept.put(number, call);
        return true;
    }

    /** Keeps less of a call that is kept. */
    synchronized void shrink(long number, Kept less) {
        Kept before = kept.replace(number, less);
        if (before != null) {
            allowance.giveBack(before.bytes() - less.bytes());
        }
    }

    synchronized long keptBytes() {
        return allowance.taken();
    }
}
