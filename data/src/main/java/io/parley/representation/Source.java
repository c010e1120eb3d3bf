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
 * Input of a decoder: the content of one message, in the chunks it came in. Every read is checked against what the
 * message declared to hold, so no length from the peer is believed before the bytes can be there; counts pass through
 * {@link #readCount}, nesting through {@link #enter}. Not thread-safe. {@link #close} releases what was not read.
 */
public final class Source extends ChunkedInput {
    private static final ContentFeed NO_FEED = () -> null;
    /** A string with its array; and each byte of it, which may be a character of two, besides a copy while it is decoded. */
    private static final int TEXT = 56;

    private static final long TEXT_BYTES = 2;
    private static final long WIDE_COPIES = 4;
    /** A reference in a list that grew. */
    private static final int LISTED = 24;

    /** What a message may take before anything is reserved: no more than the runtime itself keeps for each. */
    static final long UNCOUNTED = 512;

    private static final long LEAST_AHEAD = 2 * 1024;
    private static final long MOST_AHEAD = 256 * 1024;

    private final SideSource sides;
    private Limits limits;
    private int maxDepth;
    private long maxString;
    private long itemsLeft;
    private int depth;
    /** Who is asked for memory on the heap before objects are made. */
    private Heap heap = Heap.UNBOUNDED;

    /** Bytes that the objects read so far take, as estimated, and how many of them were reserved. */
    private long weight;

    private long granted;
    private boolean staysWithMessage;

    /** Where memory for the objects of a message is reserved, until the message is done with. */
    @FunctionalInterface
    public interface Heap {
        /** Has room for whatever comes: for what is read from files, or is counted by somebody else. */
        Heap UNBOUNDED = bytes -> {};

        /**
         * Reserves so many bytes more.
         *
         * @throws ParleyException {@code BUDGET} if there is no room for them
         */
        void reserve(long bytes);

        /**
         * Has the message refused, for want of this memory or of what its buffers need.
         *
         * @return what its reader is to fail with
         */
        default ParleyException refused(ParleyException why) {
            return why;
        }
    }

    /**
     * @param total bytes that the message declared to hold; reading beyond is an error
     */
    public Source(ContentFeed feed, long total, Limits limits) {
        this(feed, total, limits, SideSource.NONE);
    }

    /**
     * @param total bytes that the message declared to hold, or {@link #UNKNOWN}; reading beyond is an error
     * @param sides the message's side streams
     */
    public Source(ContentFeed feed, long total, Limits limits, SideSource sides) {
        super(feed, total);
        this.sides = sides;
        this.limits = limits;
        holdTo(limits);
    }

    /** A source that reads nothing until it is lent a message: {@link #over}. */
    public static Source idle() {
        Source idle = new Source(NO_FEED, 0, Limits.defaults());
        idle.close();
        return idle;
    }

    /**
     * Begins with a message that lies in one buffer and has no side streams. The buffer's owner keeps it and releases
     * it only after this source is closed; its reader index is then behind what was read. Only for a closed source that
     * its caller has alone: one that {@link #staysWithMessage} may still be in other hands, and serves no other
     * message.
     *
     * @param whole the unread rest of the message, from the reader index on
     * @param bytes length of the whole message
     */
    public void over(ByteBuf whole, long bytes, Limits by) {
        if (!isClosed() || staysWithMessage) {
            throw new IllegalStateException("expected a source without a message, found one that has one");
        }
        begin(whole, bytes);
        depth = 0;
        heldBy(Heap.UNBOUNDED);
        holdTo(by);
    }

    /** Has the memory of what is read from now on reserved there, before it is allocated. */
    public void heldBy(Heap by) {
        heap = by;
        weight = 0;
        granted = UNCOUNTED;
    }

    /** Where memory for what is read is reserved. */
    public Heap heap() {
        return heap;
    }

    /**
     * Bars this source from reuse: somebody other than the owner may still hold it, for instance through a reader of
     * events, so it serves no message after this.
     */
    public void stayWithMessage() {
        staysWithMessage = true;
    }

    /** Returns whether this source must not be given another message. */
    public boolean staysWithMessage() {
        return staysWithMessage;
    }

    private void holdTo(Limits by) {
        limits = by;
        maxDepth = by.getInt(Limit.DEPTH);
        maxString = by.get(Limit.STRING_BYTES);
        itemsLeft = by.get(Limit.ITEMS);
    }

    /** The whole of one buffer, which the source then owns. */
    public static Source of(ByteBuf whole, Limits limits) {
        return of(whole, limits, SideSource.NONE);
    }

    /** The same, with what came beside it. */
    public static Source of(ByteBuf whole, Limits limits, SideSource sides) {
        return new Source(new Once(whole), whole.readableBytes(), limits, sides);
    }

    /** Returns the message's side streams. */
    public SideSource sides() {
        return sides;
    }

    /** Returns the limits that the message is held to: its own, or the stricter ones of {@link #restrict}. */
    public Limits limits() {
        return limits;
    }

    /**
     * Holds the message to stricter limits than those it came with. To be called before anything is read.
     *
     * @throws ParleyException with {@link io.parley.ErrorCode#LIMIT}, now or while it is read, if it is longer than they allow
     */
    public void restrict(Limits stricter) {
        holdTo(stricter);
        holdToLength(stricter.get(Limit.MESSAGE_BYTES));
    }

    /**
     * A number of things that follow. Checked against the bytes that remain and the item budget before anything is
     * allocated for it; this and {@link #readCountOfBits} are the only ways to read a count.
     *
     * @param minBytesEach the least bytes one takes; 0 for things that may take none
     */
    public int readCount(int minBytesEach, String where) {
        return readCountOfBits(Byte.SIZE * minBytesEach, where);
    }

    /**
     * The same for things of which several may share a byte.
     *
     * @param minBitsEach the least bits one takes; 0 for things that may take none
     */
    public int readCountOfBits(int minBitsEach, String where) {
        return readCountOfBits(minBitsEach, LISTED, where);
    }

    /**
     * The same, where more is known of the memory that each of them takes.
     *
     * @param objectBytesEach on the heap, at most
     */
    public int readCountOfBits(int minBitsEach, int objectBytesEach, String where) {
        long count = readVarint();
        expectRoom(count, minBitsEach, where);
        spend(count, objectBytesEach, where);
        return (int) count;
    }

    /** Checks a count again, where only what stands behind it says how many bits each thing takes at least. */
    public void expectRoom(long count, int minBitsEach, String where) {
        if (count < 0 || count > Integer.MAX_VALUE || !holds((count * minBitsEach + Byte.SIZE - 1) / Byte.SIZE)) {
            throw ParleyException.malformed(
                    "a count that fits the " + left() + " bytes that remain", Long.toUnsignedString(count), at(where));
        }
    }

    /** A length in bytes: at most what remains and what {@code limit} allows. */
    public int readLength(Limit limit, String where) {
        return checkLength(readVarint(), limit, where);
    }

    /** A length in bytes that was read as a part of something else. */
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
        weigh(TEXT + TEXT_BYTES * length);
        return (int) length;
    }

    /** A string as {@link Sink#writeString} wrote it. */
    @HotPath
    public String readString(String where) {
        return readText(readLength(Limit.STRING_BYTES, where), where);
    }

    /** A string of so many bytes in UTF-8; the length passed {@link #readLength}. */
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

    /** While it is decoded there are copies with two bytes for each of its bytes. */
    private String wideText(byte[] bytes, String where) {
        long copies = WIDE_COPIES * bytes.length;
        weigh(copies);
        String text = text(bytes, 0, bytes.length, where);
        weight -= copies;
        return text;
    }

    /** Enters one more level of nesting; {@link #leave} goes back. */
    @HotPath
    public void enter(String where) {
        if (++depth > maxDepth) {
            throw ParleyException.limit(Limit.DEPTH, maxDepth, depth, at(where));
        }
    }

    /** Goes back one level of nesting, once for each {@link #enter}. */
    public void leave() {
        depth--;
    }

    /** Takes things from the item budget of the message. */
    public void spend(long items, String where) {
        itemsLeft -= items;
        if (itemsLeft < 0) {
            long allowed = limits.get(Limit.ITEMS);
            throw ParleyException.limit(Limit.ITEMS, allowed, allowed - itemsLeft, at(where));
        }
    }

    /**
     * The same for things that become objects.
     *
     * @param objectBytesEach what each takes on the heap, as estimated
     * @throws ParleyException {@code LIMIT}, or {@code BUDGET} if there is no memory for them now
     */
    public void spend(long items, int objectBytesEach, String where) {
        spend(items, where);
        weigh(items * objectBytesEach);
    }

    /**
     * Counts memory on the heap that is about to be allocated for what is read.
     *
     * @throws ParleyException {@code BUDGET} if there is none now
     */
    @HotPath
    public void weigh(long objectBytes) {
        weight += objectBytes;
        if (weight > granted) {
            reserve();
        }
    }

    /** In steps, so that most messages need one, and long ones not one for each value. */
    private void reserve() {
        long step = Math.max(weight - granted, Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, granted)));
        heap.reserve(step);
        granted += step;
    }

    /** Checks that nothing follows, and gives back what the message still holds. */
    public void expectEnd(String where) {
        if (!isAtEnd()) {
            throw ParleyException.malformed("the end of the message", more() + " more bytes", at(where));
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
