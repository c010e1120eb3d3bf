package io.parley.delta;

import io.parley.compression.Memory;

/** Bytes that one session may keep, within its agreement and the memory of its process. Guarded by its owner. */
final class Allowance {
    private final long most;
    private final Memory memory;
    private long taken;
    private boolean closed;

    Allowance(long most, Memory memory) {
        this.most = most;
        this.memory = memory;
    }

    /** False if there is not so much left, or it was closed. */
    boolean tryTake(long bytes) {
        if (closed || taken + bytes > most || !memory.tryReserve(bytes)) {
            return false;
        }
        taken += bytes;
        return true;
    }

    void giveBack(long bytes) {
        taken -= bytes;
        memory.release(bytes);
    }

    long taken() {
        return taken;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns all reserved bytes, for good. Idempotent. */
    void close() {
        if (!closed) {
            closed = true;
            giveBack(taken);
        }
    }
}
