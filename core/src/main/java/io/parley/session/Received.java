package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The fragments of one message with the memory reserved for them. The session fills it. Handed over whole, it belongs to
 * one thread at a time, which takes the fragments out and closes it. Handed over while it arrives, it stays the session's:
 * it is read by {@link Exchange#read} and given up by {@link Exchange#drop}.
 */
public final class Received extends Fragments implements Effect, AutoCloseable {
    /** An answer or one-way message with more content than this is read before its memory counts as free. */
    static final int UNTOLD_BYTES = 64 * 1024;

    /** More than one frame. */
    private static final byte MANY = 2;

    private final Budget budget;
    private final Stream stream;
    private final MessageKind kind;
    private long declared;
    private final boolean atMost;
    private List<IncomingSide> sides = List.of();
    private long reserved;
    private long length;
    private int taken;
    private byte frames;
    private Use use = Use.STORED;
    private boolean handedOver;
    private boolean ended;
    private boolean renewed;
    private boolean restored;
    /** Number of the operation among those that are expendable; negative for other messages. */
    private int expendable = -1;

    private long unread;
    private boolean seenUnread;
    /** Placement of the next content; null if it is kept here. */
    private @Nullable Placing placing;

    private @Nullable ParleyException failure;
    private @Nullable Object attachment;

    /** Placement of content: its destination and how much of it is left. */
    private static final class Placing {
        private final ObjIntConsumer<ByteBuf> into;
        private long left;
        private long placed;

        Placing(ObjIntConsumer<ByteBuf> into, long bytes) {
            this.into = into;
            this.left = bytes;
        }
    }

    /** Use of fragments until the end came. */
    private enum Use {
        /** Kept; their credit is given back at once. */
        STORED,
        /** Kept; their credit is given back as they are read. */
        READ,
        /** Dropped; nobody wants them any more. */
        DROPPED
    }

    /** Takes over a reservation of {@code declared} bytes. */
    Received(
            Stream stream, MessageKind kind, long declared, boolean atMost, Budget budget, ByteBufAllocator allocator) {
        super(allocator);
        this.stream = stream;
        this.kind = kind;
        this.declared = declared;
        this.atMost = atMost;
        this.budget = budget;
        this.reserved = declared;
    }

    @Override
    public void applyTo(Handler handler) {
        handler.messages().onMessage(this);
    }

    /** Returns the stream that it came on. */
    public Stream stream() {
        return stream;
    }

    /** Returns whether it is a request, an answer or neither. */
    public MessageKind kind() {
        return kind;
    }

    /** Bytes that the content has at most as far as is known, and exactly once it {@link #hasEnded}. */
    public long declared() {
        return ended ? length : declared;
    }

    /** Returns whether all of it came. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns whether there is content to read. */
    public boolean isReadable() {
        return unread > 0;
    }

    /** Returns the error that keeps the rest from coming, or null. */
    public @Nullable ParleyException failure() {
        return failure;
    }

    /** Returns whether it failed because its sender began it anew: then another message takes its place. */
    public boolean isRenewed() {
        return renewed;
    }

    /** Returns whether another process had all of it, and may have handed it on. */
    public boolean isRestored() {
        return restored;
    }

    /** Returns whether it came in a datagram: it has no place among the others, and may be dropped. */
    public boolean isExpendable() {
        return expendable >= 0;
    }

    /** Returns the number of its operation among those that were agreed to be expendable. */
    public int expendable() {
        return expendable;
    }

    void markExpendable(int operation) {
        expendable = operation;
    }

    /** Returns the object that the session's user attached. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object of the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    /** Returns whether the declared length is a bound that may be raised. */
    boolean isBounded() {
        return atMost;
    }

    /** Takes over a reservation beside that for the content. */
    void holdBeside(long bytes) {
        reserved += bytes;
    }

    /** Marks it as one that another process had received completely. */
    void markRestored() {
        restored = true;
    }

    /** Takes over a reservation that lifts the bound to so many bytes. */
    void raise(long bound) {
        reserved += bound - declared;
        declared = bound;
        if (use == Use.DROPPED) {
            giveBack(reserved);
        }
    }

    /** Bytes of content so far, also those that were taken out. */
    public long length() {
        return length;
    }

    /** Returns whether the session wants to know, by {@link Exchange#onRead}, when this was read: its sender counts it. */
    @HotPath
    public boolean isCounted() {
        return kind != MessageKind.REQUEST && length > UNTOLD_BYTES;
    }

    /** Returns whether it came as one fragment, without side streams. */
    public boolean isOneFragment() {
        return ended && frames == 1 && sides.isEmpty();
    }

    /** The side streams that the message announced at its end, by their numbers; they outlive this. */
    public List<IncomingSide> sides() {
        return sides;
    }

    /** Returns the content if it lies in one buffer, without passing it on; else null. */
    public @Nullable ByteBuf inOneBuffer() {
        return hasOneChunk() ? firstChunk() : null;
    }

    /** Bytes of a single fragment that were read where it lies, or all once it was dropped. */
    public long readInPlace() {
        ByteBuf rest = inOneBuffer();
        if (rest == null) {
            return isEmpty() ? length : 0;
        }
        return length - rest.readableBytes();
    }

    /** Returns whether there is no content any more, or yet. */
    public boolean isEmpty() {
        return hasNoChunk();
    }

    /**
     * The next fragment, which the caller then owns, or null if none is there. Who asks for it is done with the one
     * before, whose memory is given back.
     */
    public @Nullable ByteBuf next() {
        ByteBuf next = pollChunk();
        giveBack(next == null && ended ? reserved : taken);
        taken = next == null ? 0 : next.readableBytes();
        unread -= taken;
        seenUnread = false;
        return next;
    }

    /**
     * Places the next content at its destination instead of keeping it: the receiving thread does so at once, while the
     * bytes are at hand, and frees their memory (direct data placement, as in RFC 5041). Only while nothing {@link
     * #isReadable}; until {@link #endPlacing}.
     *
     * @param bytes number of bytes to place; content behind them is kept as ever
     * @param into takes so many bytes of a buffer, from its reader index on; must not throw or block
     */
    public void place(long bytes, ObjIntConsumer<ByteBuf> into) {
        placing = new Placing(into, bytes);
    }

    /** Returns whether bytes that are to be placed are still to come. */
    public boolean isPlacing() {
        return placing != null && placing.left > 0;
    }

    /** Ends the placement; returns how many bytes were placed. */
    public long endPlacing() {
        Placing over = placing;
        placing = null;
        return over == null ? 0 : over.placed;
    }

    /** Releases the fragments that are left and gives the memory back. Idempotent. */
    @Override
    public void close() {
        placing = null;
        releaseChunks();
        taken = 0;
        unread = 0;
        giveBack(reserved);
    }

    /** Marks it as read while it arrives. */
    void readAsItComes() {
        handedOver = true;
        use = Use.READ;
    }

    /** Returns whether it is read while it comes, so that it was handed on already. */
    public boolean isHandedOver() {
        return handedOver;
    }

    /** Returns whether all that came of it is one fragment. */
    boolean isFirstFragment() {
        return frames == 1;
    }

    /** Bytes whose credit is given back only when they are read. */
    int unpaid() {
        return use == Use.READ ? (int) unread : 0;
    }

    /** Returns whether there is content of which nothing was read since the last call. */
    boolean isLeftUnread() {
        boolean left = unread > 0 && seenUnread;
        seenUnread = unread > 0;
        return left;
    }

    /** The memory for all of it is reserved: its sender need not wait for its reader. */
    void store() {
        if (use == Use.READ) {
            use = Use.STORED;
        }
    }

    /** Drops the content that came and will come; memory for it is not needed. */
    void drop() {
        use = Use.DROPPED;
        close();
    }

    boolean isDropped() {
        return use == Use.DROPPED;
    }

    /** The rest will not come, and what came is of no use. */
    void fail(ParleyException why, boolean anew) {
        failure = why;
        renewed = anew;
        close();
    }

    /** Returns whether so many bytes more were declared. */
    boolean hasRoom(int bytes) {
        return bytes <= declared - length;
    }

    /** Returns whether more may come than a window allows: also beyond a bound, which may be raised. */
    boolean wantsMoreThan(int window) {
        return atMost || declared - length > window;
    }

    /** Returns whether it may end with the content that came. */
    boolean isComplete() {
        return atMost || length == declared;
    }

    /**
     * Places a fragment, or keeps it or a copy of it; the content stays the caller's, but its reader index may move.
     */
    @HotPath
    void addRetained(ByteBuf content, boolean last) {
        length += content.readableBytes();
        frames = (byte) Math.min(MANY, frames + 1);
        if (use == Use.DROPPED) {
            return;
        }
        if (isPlacing()) {
            place(content);
        }
        unread += content.readableBytes();
        keepRetained(content, last);
    }

    @HotPath
    private void place(ByteBuf content) {
        Placing by = placing;
        if (by == null || !content.isReadable()) {
            return;
        }
        int bytes = (int) Math.min(by.left, content.readableBytes());
        if (content instanceof CompositeByteBuf pieces) {
            // Whoever copies out of one piece of memory in bulk cannot do so out of several.
            for (ByteBuf piece : pieces.decompose(pieces.readerIndex(), bytes)) {
                by.into.accept(piece, piece.readableBytes());
            }
            content.skipBytes(bytes);
        } else {
            by.into.accept(content, bytes);
        }
        by.placed += bytes;
        by.left -= bytes;
        giveBack(bytes);
    }

    /** Completes the content, after which only side streams follow: returns the memory reserved beyond it. */
    void complete(List<IncomingSide> announced) {
        sides = announced;
        ended = true;
        noMoreToJoin();
        if (use != Use.DROPPED) {
            giveBack(declared - length);
        }
    }

    private void giveBack(long bytes) {
        reserved -= bytes;
        budget.release(bytes);
    }
}
