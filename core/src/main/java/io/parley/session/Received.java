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
 * A received message: its fragments and the memory reserved for them. The session fills it. Once it was delivered
 * completely, it is confined to one thread at a time, which removes the fragments and closes it. A message that is
 * delivered while it arrives still belongs to the session: it is read by {@link Exchange#read} and dropped by
 * {@link Exchange#drop}.
 */
public final class Received extends Fragments implements Effect, AutoCloseable {
    /** Bytes of content above which the memory of a response or one-way message counts as used until it was read. */
    static final int UNTOLD_BYTES = 64 * 1024;

    /** Value of the frame counter for more than one frame. */
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
    /** Index of the operation among the expendable ones; negative for other messages. */
    private int expendable = -1;

    private long unread;
    private boolean seenUnread;
    /** Destination of the next content; null if it is buffered here. */
    private @Nullable Placing placing;

    private @Nullable ParleyException failure;
    private @Nullable Object attachment;

    /** Direct placement of content: its destination and the number of bytes left. */
    private static final class Placing {
        private final ObjIntConsumer<ByteBuf> into;
        private long left;
        private long placed;

        Placing(ObjIntConsumer<ByteBuf> into, long bytes) {
            this.into = into;
            this.left = bytes;
        }
    }

    /** Treatment of fragments until the end of the message. */
    private enum Use {
        /** Buffered; credit is returned at once. */
        STORED,
        /** Buffered; credit is returned when they are read. */
        READ,
        /** Dropped. */
        DROPPED
    }

    /** Creates an empty message and takes over a reservation of {@code declared} bytes. */
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

    /** Returns the stream that the message was received on. */
    public Stream stream() {
        return stream;
    }

    /** Returns the kind of the message. */
    public MessageKind kind() {
        return kind;
    }

    /**
     * Returns the maximum length of the content in bytes as known so far, and the exact one once it {@link #hasEnded}.
     */
    public long declared() {
        return ended ? length : declared;
    }

    /** Returns whether the message was received completely. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns whether there is unread content. */
    public boolean isReadable() {
        return unread > 0;
    }

    /** Returns the error because of which the rest will not arrive, or null. */
    public @Nullable ParleyException failure() {
        return failure;
    }

    /** Returns whether it failed because its sender restarted it, so that another message replaces it. */
    public boolean isRenewed() {
        return renewed;
    }

    /** Returns whether an earlier process had received it completely, and may have delivered it. */
    public boolean isRestored() {
        return restored;
    }

    /** Returns whether it was received in a datagram, and is thus unordered and may be dropped. */
    public boolean isExpendable() {
        return expendable >= 0;
    }

    /** Returns the index of its operation among those agreed to be expendable. */
    public int expendable() {
        return expendable;
    }

    void markExpendable(int operation) {
        expendable = operation;
    }

    /** Returns the object attached by the session's user. */
    public @Nullable Object attachment() {
        return attachment;
    }

    /** Attaches an object for the session's user. */
    public void attach(Object value) {
        attachment = value;
    }

    /** Returns whether the declared length is a bound that may be raised. */
    boolean isBounded() {
        return atMost;
    }

    /** Takes over an additional reservation besides that for the content. */
    void holdBeside(long bytes) {
        reserved += bytes;
    }

    /** Marks the message as completely received by an earlier process. */
    void markRestored() {
        restored = true;
    }

    /** Takes over a reservation that raises the bound. */
    void raise(long bound) {
        reserved += bound - declared;
        declared = bound;
        if (use == Use.DROPPED) {
            giveBack(reserved);
        }
    }

    /** Returns the number of bytes received so far, including removed ones. */
    public long length() {
        return length;
    }

    /**
     * Returns whether {@link Exchange#onRead} must be called when the message was read, because its sender counts it.
     */
    @HotPath
    public boolean isCounted() {
        return kind != MessageKind.REQUEST && length > UNTOLD_BYTES;
    }

    /** Returns whether it is complete and consists of one fragment, without side streams. */
    public boolean isOneFragment() {
        return ended && frames == 1 && sides.isEmpty();
    }

    /**
     * Returns the side streams that the message announced at its end, by number. They may be used after this is closed.
     */
    public List<IncomingSide> sides() {
        return sides;
    }

    /** Returns the content without removing it if it is in one buffer; otherwise null. */
    public @Nullable ByteBuf inOneBuffer() {
        return hasOneChunk() ? firstChunk() : null;
    }

    /** Returns the number of bytes of a single fragment that were read in place; all once it was released. */
    public long readInPlace() {
        ByteBuf rest = inOneBuffer();
        if (rest == null) {
            return isEmpty() ? length : 0;
        }
        return length - rest.readableBytes();
    }

    /** Returns whether no content is buffered. */
    public boolean isEmpty() {
        return hasNoChunk();
    }

    /**
     * Removes and returns the next fragment, which the caller then owns; null if there is none now. The memory reserved
     * for the previous fragment is released.
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
     * Writes the next content directly to a destination instead of buffering it: on the receiving thread, while the
     * bytes are in the cache (direct data placement, as in RFC 5041). May be called only while nothing
     * {@link #isReadable}; ends with {@link #endPlacing}.
     *
     * @param bytes number of bytes to place; content after them is buffered as usual
     * @param into consumes the given number of bytes of a buffer from its reader index on; must not throw or block
     */
    public void place(long bytes, ObjIntConsumer<ByteBuf> into) {
        placing = new Placing(into, bytes);
    }

    /** Returns whether bytes to be placed are still to arrive. */
    public boolean isPlacing() {
        return placing != null && placing.left > 0;
    }

    /** Ends the placement; returns the number of bytes placed. */
    public long endPlacing() {
        Placing over = placing;
        placing = null;
        return over == null ? 0 : over.placed;
    }

    /** Releases the remaining fragments and the reserved memory. Idempotent. */
    @Override
    public void close() {
        placing = null;
        releaseChunks();
        taken = 0;
        unread = 0;
        giveBack(reserved);
    }

    /** Marks the message as read while it arrives. */
    void readAsItComes() {
        handedOver = true;
        use = Use.READ;
    }

    /** Returns whether it was delivered already, because it is read while it arrives. */
    public boolean isHandedOver() {
        return handedOver;
    }

    /** Returns whether only the first fragment has been received. */
    boolean isFirstFragment() {
        return frames == 1;
    }

    /** Returns the bytes whose credit is returned only when they are read. */
    int unpaid() {
        return use == Use.READ ? (int) unread : 0;
    }

    /** Returns whether there is content of which nothing was read since the last call. */
    boolean isLeftUnread() {
        boolean left = unread > 0 && seenUnread;
        seenUnread = unread > 0;
        return left;
    }

    /** Returns credit at once from now on, because memory for the whole message is reserved. */
    void store() {
        if (use == Use.READ) {
            use = Use.STORED;
        }
    }

    /** Drops received and future content, and releases its memory. */
    void drop() {
        use = Use.DROPPED;
        close();
    }

    boolean isDropped() {
        return use == Use.DROPPED;
    }

    /** Fails the message: the rest will not arrive, and received content is dropped. */
    void fail(ParleyException why, boolean anew) {
        failure = why;
        renewed = anew;
        close();
    }

    /** Returns whether the declared length allows that many more bytes. */
    boolean hasRoom(int bytes) {
        return bytes <= declared - length;
    }

    /** Returns whether more than a window may still arrive, including beyond a bound that may be raised. */
    boolean wantsMoreThan(int window) {
        return atMost || declared - length > window;
    }

    /** Returns whether the message may end with the content received so far. */
    boolean isComplete() {
        return atMost || length == declared;
    }

    /** Places or buffers a fragment; the caller keeps the content, but its reader index may change. */
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
            // Bulk copies need contiguous memory.
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

    /** Completes the content, after which only side streams follow, and releases memory reserved in excess. */
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
