package io.parley.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * FIFO queue of buffers. Most messages have one buffer, for which no list is allocated. Confined to one thread at a
 * time.
 */
class Chunks {
    private @Nullable ByteBuf first;
    private @Nullable ArrayDeque<ByteBuf> others;

    final boolean hasNoChunk() {
        return first == null;
    }

    final boolean hasOneChunk() {
        return first != null && (others == null || others.isEmpty());
    }

    @Nullable
    final ByteBuf firstChunk() {
        return first;
    }

    final void addChunk(ByteBuf chunk) {
        if (first == null) {
            first = chunk;
        } else {
            if (others == null) {
                others = new ArrayDeque<>();
            }
            others.add(chunk);
        }
    }

    /** Removes and returns the first buffer; null if there is none. */
    @Nullable
    ByteBuf pollChunk() {
        ByteBuf taken = first;
        if (taken != null) {
            first = others == null ? null : others.poll();
        }
        return taken;
    }

    void releaseChunks() {
        for (ByteBuf rest = pollChunk(); rest != null; rest = pollChunk()) {
            rest.release();
        }
    }
}
