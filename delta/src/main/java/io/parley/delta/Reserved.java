package io.parley.delta;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.compression.Memory;

/** Memory reserved by one call, released when the call ends. Thread-safe. */
final class Reserved {
    private final Memory memory;
    private long bytes;
    private boolean closed;

    Reserved(Memory memory) {
        this.memory = memory;
    }

    /**
     * Reserves bytes.
     *
     * @throws ParleyException {@code BUDGET} if there is no room; {@code CANCELLED} if the call has ended
     */
    synchronized void reserve(long more, String where) {
        if (closed) {
            throw new ParleyException(ErrorCode.CANCELLED, where + ": the call is over");
        }
        if (!memory.tryReserve(more)) {
            throw new ParleyException(
                    ErrorCode.BUDGET,
                    where + ": expected memory for " + more + " bytes, found none; the settings are "
                            + Limit.SESSION_BYTES.setting() + " and " + Limit.TOTAL_BYTES.setting());
        }
        bytes += more;
    }

    /** Releases all reserved bytes. Idempotent. */
    synchronized void close() {
        closed = true;
        memory.release(bytes);
        bytes = 0;
    }
}
