package io.parley.delta;

import io.parley.compression.Memory;

/** Bytes that one session may keep, bounded by its agreement and by the memory of its process. Guarded by its owner. */
final class Allowance {
    private final long maxBytes;
    private final Memory memory;
    private long reserved;
    private boolean closed;

    Allowance(long maxBytes, Memory memory) {
        this.maxBytes = maxBytes;
        this.memory = memory;
    }

    /** Reserves bytes; returns false if too few are left, or the allowance was closed. */
    boolean tryReserve(long bytes) {
        if (closed || reserved + bytes > maxBytes || !memory.tryReserve(bytes)) {
            return false;
        }
        reserved += bytes;
        return true;
    }

    void release(long bytes) {
        reserved -= bytes;
        memory.release(bytes);
    }

    long reserved() {
        return reserved;
    }

    boolean isClosed() {
        return closed;
    }

    /** Releases all bytes and refuses further ones. Idempotent. */
    void close() {
        if (!closed) {
            closed = true;
            release(reserved);
        }
    }
}
