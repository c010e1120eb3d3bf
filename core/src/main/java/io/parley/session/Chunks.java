package io.parley.session;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Buffers in their order. Most messages have one, and it takes no list. Belongs to one thread at a time. */
class Chunks {
    private @Nullable ByteBuf first;
    private @Nullable ArrayDeque<ByteBuf> others;

    final boolean isEmpty() {
        return first == null;
    }

    @Nullable
    final ByteBuf first() {
        return first;
    }

    final void add(ByteBuf chunk) {
        if (first == null) {
            first = chunk;
        } else {
            if (others == null) {
                others = new ArrayDeque<>();
            }
            others.add(chunk);
        }
    }

    /** Takes the first out; null if there is none. */
    @Nullable
    ByteBuf poll() {
        ByteBuf taken = first;
        if (taken != null) {
            first = others == null ? null : others.poll();
        }
        return taken;
    }

    void release() {
        for (ByteBuf rest = poll(); rest != null; rest = poll()) {
            rest.release();
        }
    }
}
