package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.HotPath;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Content as it came, oldest first. Belongs to one thread at a time. */
final class Fragments {
    /** Fragments below this are copied together: one byte must not cost its peer's victim a buffer. */
    static final int SMALL_BYTES = 512;

    private static final int JOINED_BYTES = 64 * 1024;

    private final Queue<ByteBuf> queue = new ArrayDeque<>(4);
    private final ByteBufAllocator allocator;
    private @Nullable ByteBuf joined;

    Fragments(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Keeps a fragment or a copy of it; the content stays the caller's. */
    @HotPath
    void addRetained(ByteBuf content, boolean last) {
        int bytes = content.readableBytes();
        if (bytes >= SMALL_BYTES || (bytes > 0 && last && queue.isEmpty())) {
            joined = null;
            queue.add(content.retain());
        } else if (bytes > 0) {
            join(content, bytes);
        }
    }

    /** The oldest, which the caller then owns, or null. */
    @Nullable
    ByteBuf poll() {
        ByteBuf oldest = queue.poll();
        if (queue.isEmpty()) {
            joined = null; // What is joined to is the last, and it was taken.
        }
        return oldest;
    }

    /** No more is joined to what is there. */
    void complete() {
        joined = null;
    }

    void release() {
        for (ByteBuf rest = queue.poll(); rest != null; rest = queue.poll()) {
            rest.release();
        }
        joined = null;
    }

    private void join(ByteBuf content, int bytes) {
        ByteBuf into = joined;
        if (into == null || into.maxWritableBytes() < bytes) {
            into = allocator.buffer(SMALL_BYTES, JOINED_BYTES);
            queue.add(into);
            joined = into;
        }
        into.writeBytes(content, content.readerIndex(), bytes);
    }
}
