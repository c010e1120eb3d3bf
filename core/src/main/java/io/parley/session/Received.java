package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.HotPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fragments of one message with the memory reserved for them. The session fills it; once handed over it belongs to
 * one thread at a time, which takes the fragments out and closes it.
 */
public final class Received implements AutoCloseable {
    private final Fragments fragments;
    private final Budget budget;
    private final MessageKind kind;
    private long declared;
    private final boolean atMost;
    private List<IncomingSide> sides = List.of();
    private long reserved;
    private long length;
    private int frames;
    private int taken;

    /** Takes over a reservation of {@code declared} bytes. */
    Received(MessageKind kind, long declared, boolean atMost, Budget budget, ByteBufAllocator allocator) {
        this.kind = kind;
        this.declared = declared;
        this.atMost = atMost;
        this.budget = budget;
        this.reserved = declared;
        this.fragments = new Fragments(allocator);
    }

    MessageKind kind() {
        return kind;
    }

    long declared() {
        return declared;
    }

    /** Whether the declared length is a bound that may be raised. */
    boolean isBounded() {
        return atMost;
    }

    /** Takes over a reservation that lifts the bound to so many bytes. */
    void raise(long bound) {
        reserved += bound - declared;
        declared = bound;
    }

    /** Bytes of content so far, also those that were taken out. */
    public long length() {
        return length;
    }

    /** Whether it came as one fragment, and nothing comes beside it. */
    public boolean isOneFragment() {
        return frames == 1 && sides.isEmpty();
    }

    /** The side streams that the message announced, by their numbers; they outlive this. */
    public List<IncomingSide> sides() {
        return sides;
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
        fragments.release();
        giveBack(reserved);
    }

    /** Whether so many bytes more were declared. */
    boolean hasRoom(int bytes) {
        return bytes <= declared - length;
    }

    /** Whether more may come than a window lets in: also beyond a bound, which may be raised. */
    boolean wantsMoreThan(int window) {
        return atMost || declared - length > window;
    }

    /** Whether it may end with what came. */
    boolean isComplete() {
        return atMost || length == declared;
    }

    /** Keeps a fragment or a copy of it. */
    @HotPath
    void addRetained(ByteBuf content, boolean last) {
        length += content.readableBytes();
        frames++;
        fragments.addRetained(content, last);
    }

    /** No more follows but side streams: what was reserved beyond the content is given back. */
    void complete(List<IncomingSide> announced) {
        sides = announced;
        fragments.complete();
        giveBack(reserved - length);
    }

    private void giveBack(long bytes) {
        reserved -= bytes;
        budget.release(bytes);
    }
}
