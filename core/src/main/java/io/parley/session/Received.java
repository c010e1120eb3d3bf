package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.HotPath;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The fragments of one message with the memory reserved for them. The session fills it; once handed over it belongs to
 * one thread at a time, which takes the fragments out and closes it.
 */
public final class Received implements AutoCloseable {
    /** Fragments below this are copied together: one byte must not cost its peer's victim a buffer. */
    static final int SMALL_BYTES = 512;

    private static final int JOINED_BYTES = 64 * 1024;

    private final Queue<ByteBuf> fragments = new ArrayDeque<>(4);
    private final ByteBufAllocator allocator;
    private final Budget budget;
    private final MessageKind kind;
    private final long declared;
    private final boolean atMost;
    private long reserved;
    private long length;
    private int frames;
    private int taken;
    private @Nullable ByteBuf joined;

    /** Takes over a reservation of {@code declared} bytes. */
    Received(MessageKind kind, long declared, boolean atMost, Budget budget, ByteBufAllocator allocator) {
        this.kind = kind;
        this.declared = declared;
        this.atMost = atMost;
        this.budget = budget;
        this.reserved = declared;
        this.allocator = allocator;
    }

    MessageKind kind() {
        return kind;
    }

    long declared() {
        return declared;
    }

    /** Bytes of content so far, also those that were taken out. */
    public long length() {
        return length;
    }

    /** Whether it came as one fragment. */
    public boolean isOneFragment() {
        return frames == 1;
    }

    /**
     * The next fragment, which the caller then owns, or null after the last. Who asks for it is done with the one
     * before, whose memory is given back.
     */
    public @Nullable ByteBuf next() {
        ByteBuf next = fragments.poll();
        giveBack(next == null ? reserved : taken);
        taken = next == null ? 0 : next.readableBytes();
        return next;
    }

    /** Releases the fragments that are left and gives the memory back. Idempotent. */
    @Override
    public void close() {
        for (ByteBuf rest = fragments.poll(); rest != null; rest = fragments.poll()) {
            rest.release();
        }
        joined = null;
        giveBack(reserved);
    }

    /** Whether so many bytes more were declared. */
    boolean hasRoom(int bytes) {
        return bytes <= declared - length;
    }

    /** Whether it may end with what came. */
    boolean isComplete() {
        return atMost || length == declared;
    }

    /** Keeps a fragment or a copy of it. */
    @HotPath
    void addRetained(ByteBuf content, boolean last) {
        int bytes = content.readableBytes();
        length += bytes;
        frames++;
        if (bytes >= SMALL_BYTES || (last && fragments.isEmpty())) {
            joined = null;
            fragments.add(content.retain());
        } else if (bytes > 0) {
            join(content, bytes);
        }
    }

    /** No more follows: what was reserved beyond the content is given back. */
    void complete() {
        joined = null;
        giveBack(reserved - length);
    }

    private void giveBack(long bytes) {
        reserved -= bytes;
        budget.release(bytes);
    }

    private void join(ByteBuf content, int bytes) {
        ByteBuf into = joined;
        if (into == null || into.maxWritableBytes() < bytes) {
            into = allocator.buffer(SMALL_BYTES, JOINED_BYTES);
            fragments.add(into);
            joined = into;
        }
        into.writeBytes(content, content.readerIndex(), bytes);
    }
}
