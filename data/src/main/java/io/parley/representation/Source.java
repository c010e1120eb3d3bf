package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;

/**
 * Input of a decoder: the content of one message, in the chunks in which it arrived. Every read is checked against the
 * length that the message declared, so no length from the peer is trusted before its bytes can be present. Counts pass
 * through {@link #readCount}, nesting through {@link #enter}. Not thread-safe. {@link #close} releases unread content.
 */
public final class Source extends ChunkedInput {
    private static final ContentFeed NO_FEED = () -> null;
    /**
     * Estimated bytes on the heap: of a string with its array; of each of its bytes, which may become a char of two;
     * and of a temporary copy for each byte of non-ASCII text.
     */
    private static final int STRING_OBJECT = 56;

    private static final long STRING_BYTES_EACH = 2;
    private static final long WIDE_COPIES = 4;
    /** Estimated bytes on the heap of a reference in a list, whose array may be half empty. */
    private static final int LIST_ITEM = 24;

    /**
     * Estimated bytes of objects that a message may have without a reservation: no more than the runtime itself needs
     * for each message.
     */
    static final long UNCOUNTED = 512;

    private static final long MIN_RESERVATION = 2 * 1024;
    private static final long MAX_RESERVATION = 256 * 1024;

    private final SideSource sides;
    private Limits limits;
    private int maxDepth;
    private long maxString;
    private long itemsLeft;
    private int depth;
    /** Reservations of heap memory, made before objects are allocated. */
    private Heap heap = Heap.UNBOUNDED;

    /** Estimated bytes of the objects read so far, and how many of them are reserved. */
    private long weight;

    private long granted;
    private boolean staysWithMessage;

    /** Reservations of heap memory for the objects of a message, which last until the message is handled. */
    @FunctionalInterface
    public interface Heap {
        /** Unlimited memory: for content of files, and for content that is counted elsewhere. */
        Heap UNBOUNDED = bytes -> {};

        /**
         * Reserves that many more bytes.
         *
         * @throws ParleyException {@code BUDGET} if they are not available
         */
        void reserve(long bytes);

        /**
         * Refuses the message, because memory for its objects or its buffers is exhausted.
         *
         * @return the exception for the reader to throw
         */
        default ParleyException refused(ParleyException why) {
            return why;
        }
    }

    /**
     * @param total bytes that the message declared; reading beyond is an error
     */
    public Source(ContentFeed feed, long total, Limits limits) {
        this(feed, total, limits, SideSource.NONE);
    }

    /**
     * @param total bytes that the message declared, or {@link #UNKNOWN}; reading beyond is an error
     * @param sides the message's side streams
     */
    public Source(ContentFeed feed, long total, Limits limits, SideSource sides) {
        super(feed, total);
        this.sides = sides;
        this.limits = limits;
        apply(limits);
    }

    /** Returns a source without a message; {@link #over} gives it one. */
    public static Source idle() {
        Source idle = new Source(NO_FEED, 0, Limits.defaults());
        idle.close();
        return idle;
    }

    /**
     * Reuses this source for a message that lies in one buffer and has no side streams. The buffer's owner keeps it and
     * releases it only after this source is closed; its reader index then is the read position. The source must be
     * closed, and the caller must hold the only reference: one that {@link #staysWithMessage} may still be referenced
     * elsewhere, and cannot be reused.
     *
     * @param whole the unread rest of the message, from the reader index on
     * @param bytes length of the whole message
     */
    public void over(ByteBuf whole, long bytes, Limits by) {
        if (!isClosed() || staysWithMessage) {
            throw new IllegalStateException("expected a source without a message, found one in use");
        }
        begin(whole, bytes);
        depth = 0;
        heldBy(Heap.UNBOUNDED);
        apply(by);
    }

    /** Sets where heap memory is reserved for everything that is read from now on. */
    public void heldBy(Heap by) {
        heap = by;
        weight = 0;
        granted = UNCOUNTED;
    }

    /** Returns where heap memory is reserved for everything that is read. */
    public Heap heap() {
        return heap;
    }

    /**
     * Excludes this source from reuse: code other than the owner may still reference it, for instance through a reader
     * of events.
     */
    public void stayWithMessage() {
        staysWithMessage = true;
    }

    /** Returns whether this source is excluded from reuse. */
    public boolean staysWithMessage() {
        return staysWithMessage;
    }

    private void apply(Limits by) {
        limits = by;
        maxDepth = by.getInt(Limit.DEPTH);
        maxString = by.get(Limit.STRING_BYTES);
        itemsLeft = by.get(Limit.ITEMS);
    }

    /** Returns a source of a message in one buffer, and takes ownership of the buffer. */
    public static Source of(ByteBuf whole, Limits limits) {
        return of(whole, limits, SideSource.NONE);
    }

    /** Returns a source of a message in one buffer, with side streams, and takes ownership of the buffer. */
    public static Source of(ByteBuf whole, Limits limits, SideSource sides) {
        return new Source(new Once(whole), whole.readableBytes(), limits, sides);
    }

    /** Returns the message's side streams. */
    public SideSource sides() {
        return sides;
    }

    /**
     * Returns the limits that apply to the message: those of the constructor, or the stricter ones of {@link
     * #restrict}.
     */
    public Limits limits() {
        return limits;
    }

    /**
     * Applies stricter limits to the message. Must be called before the first read.
     *
     * @throws ParleyException with {@link io.parley.ErrorCode#LIMIT}, now or during a read, if the message is longer
     *     than they allow
     */
    public void restrict(Limits stricter) {
        apply(stricter);
        holdToLength(stricter.get(Limit.MESSAGE_BYTES));
    }

    /**
     * Reads the number of items that follow. It is checked against the remaining bytes and the item limit before
     * anything is allocated. All counts are read by this method or by {@link #readCountOfBits}.
     *
     * @param minBytesEach least number of bytes of an item; 0 if items may be empty
     */
    public int readCount(int minBytesEach, String where) {
        return readCountOfBits(Byte.SIZE * minBytesEach, where);
    }

    /**
     * Reads the number of items that follow, of which several may share a byte.
     *
     * @param minBitsEach least number of bits of an item; 0 if items may be empty
     */
    public int readCountOfBits(int minBitsEach, String where) {
        return readCountOfBits(minBitsEach, LIST_ITEM, where);
    }

    /**
     * Reads the number of items that follow, with a better estimate of their memory.
     *
     * @param objectBytesEach greatest number of bytes of an item on the heap
     */
    public int readCountOfBits(int minBitsEach, int objectBytesEach, String where) {
        long count = readVarint();
        expectRoom(count, minBitsEach, where);
        spend(count, objectBytesEach, where);
        return (int) count;
    }

    /** Checks a count against the remaining bytes, for items whose least size only becomes known after the count. */
    public void expectRoom(long count, int minBitsEach, String where) {
        if (count < 0 || count > Integer.MAX_VALUE || !holds((count * minBitsEach + Byte.SIZE - 1) / Byte.SIZE)) {
            throw ParleyException.malformed(
                    "a count that fits the " + left() + " bytes that remain", Long.toUnsignedString(count), at(where));
        }
    }

    /** Reads a length in bytes: at most the remaining bytes and the value of {@code limit}. */
    public int readLength(Limit limit, String where) {
        return checkLength(readVarint(), limit, where);
    }

    /** Checks a length in bytes that was read as a part of another value. */
    public int checkLength(long length, Limit limit, String where) {
        if (length < 0 || !holds(length)) {
            throw ParleyException.malformed(
                    "a length of at most the " + left() + " bytes that remain",
                    Long.toUnsignedString(length),
                    at(where));
        }
        long allowed = limit == Limit.STRING_BYTES ? maxString : limits.get(limit);
        if (length > allowed) {
            throw ParleyException.limit(limit, allowed, length, at(where));
        }
        if (length > Integer.MAX_VALUE) {
            throw ParleyException.limit(limit, Integer.MAX_VALUE, length, at(where));
        }
        weigh(STRING_OBJECT + STRING_BYTES_EACH * length);
        return (int) length;
    }

    /** Reads a string as {@link Sink#writeString} writes it. */
    @HotPath
    public String readString(String where) {
        return readText(readLength(Limit.STRING_BYTES, where), where);
    }

    /** Reads a string of the given number of UTF-8 bytes, which was checked by {@link #readLength}. */
    @HotPath
    public String readText(int length, String where) {
        if (length == 0) {
            return "";
        }
        if (length <= Scratch.BYTES && windowHolds(length)) {
            return text(window(), takeFromWindow(length), length, where);
        }
        byte[] bytes = new byte[length];
        readBytes(bytes, 0, length);
        return Utf8.isAscii(bytes) ? text(bytes, 0, length, where) : wideText(bytes, where);
    }

    /** Decodes non-ASCII text. Reserves memory for the temporary copies of the decoder. */
    private String wideText(byte[] bytes, String where) {
        long copies = WIDE_COPIES * bytes.length;
        weigh(copies);
        String text = text(bytes, 0, bytes.length, where);
        weight -= copies;
        return text;
    }

    /** Enters one more level of nesting; {@link #leave} leaves it. */
    @HotPath
    public void enter(String where) {
        if (++depth > maxDepth) {
            throw ParleyException.limit(Limit.DEPTH, maxDepth, depth, at(where));
        }
    }

    /** Leaves a level of nesting, once for each {@link #enter}. */
    public void leave() {
        depth--;
    }

    /** Counts items against the item limit of the message. */
    public void spend(long items, String where) {
        itemsLeft -= items;
        if (itemsLeft < 0) {
            long allowed = limits.get(Limit.ITEMS);
            throw ParleyException.limit(Limit.ITEMS, allowed, allowed - itemsLeft, at(where));
        }
    }

    /**
     * Counts items that become objects against the item limit, and their memory against the budget.
     *
     * @param objectBytesEach estimated bytes of an item on the heap
     * @throws ParleyException {@code LIMIT}, or {@code BUDGET} if memory is exhausted
     */
    public void spend(long items, int objectBytesEach, String where) {
        spend(items, where);
        weigh(items * objectBytesEach);
    }

    /**
     * Counts heap memory that is about to be allocated.
     *
     * @throws ParleyException {@code BUDGET} if memory is exhausted
     */
    @HotPath
    public void weigh(long objectBytes) {
        weight += objectBytes;
        if (weight > granted) {
            reserve();
        }
    }

    /** Reserves in growing steps, so that most messages need one reservation, and long ones not one for each value. */
    private void reserve() {
        long step = Math.max(weight - granted, Math.min(MAX_RESERVATION, Math.max(MIN_RESERVATION, granted)));
        heap.reserve(step);
        granted += step;
    }

    /** Checks that no content follows, and closes this source. */
    public void expectEnd(String where) {
        if (!isAtEnd()) {
            throw ParleyException.malformed("the end of the message", remainingText() + " more bytes", at(where));
        }
        close();
    }

    @HotPath
    private String text(byte[] bytes, int from, int length, String where) {
        try {
            return Utf8.text(bytes, from, length);
        } catch (CharacterCodingException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, at(where) + ": expected UTF-8, found bytes that are none", e);
        }
    }

    /** Feed of one chunk that is the whole message. */
    private static final class Once implements ContentFeed {
        private @Nullable ByteBuf whole;

        Once(ByteBuf whole) {
            this.whole = whole;
        }

        @Override
        public @Nullable ByteBuf next() {
            ByteBuf next = whole;
            whole = null;
            return next;
        }
    }
}
