package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Input of a decoder: the content of one message, in the chunks it came in. Every read is checked against what the
 * message declared to hold, so no length from the peer is believed before the bytes can be there; counts pass through
 * {@link #readCount}, nesting through {@link #enter}. Not thread-safe. {@link #close} releases what was not read.
 */
public final class Source implements AutoCloseable {
    /** Total of a message whose length the feed knows. */
    public static final long UNKNOWN = -1;

    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final char REPLACEMENT = '\uFFFD';
    private static final byte[] NOTHING = {};
    private static final Feed NO_FEED = () -> null;
    /** A value of which so much still has to come is placed: one wait is worth more than having each piece soon. */
    private static final int PLACED_BYTES = 64 * 1024;
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
    /** Bytes that are looked at first; then twice as many each time, until something is read in bulk. */
    private static final int FIRST_LOOK = 512;

    private final Feed feed;
    private Limits limits;
    private int maxDepth;
    private long maxString;
    private final SideSource sides;
    private final boolean asksFeed;
    private ByteBuf chunk;
    /** Whether another owner releases the chunk. */
    private boolean borrowed;

    private boolean staysWithMessage;
    /** Length of the message in bytes, as far as it is known. */
    private long total;

    private @Nullable ParleyException failure;
    /** A copy of what comes next in the chunk, from {@link #at} to {@link #end}: small things are read from it. */
    private byte[] window = NOTHING;

    private int at;
    private int end;
    private int look = FIRST_LOOK;
    /** Bytes taken from chunks, what lies in the window included. */
    private long read;

    /** Bytes that it may hold in all; a session has seen to its own limit before. */
    private long most = Long.MAX_VALUE;

    private long itemsLeft;
    /** Who is asked for memory on the heap before objects are made. */
    private Heap heap = Heap.UNBOUNDED;

    /** Bytes that the objects read so far take, as estimated, and how many of them were reserved. */
    private long weight;

    private long granted;
    private int depth;
    private boolean closed;
    private @Nullable ContentCopy copy;
    /** Whether the feed is at its end. */
    private boolean drained;

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

    /** Hands over the chunks of a message, in order. */
    @FunctionalInterface
    public interface Feed {
        /** The next chunk, which the source then owns, or null after the last. May block on a decode thread only. */
        @Nullable
        ByteBuf next();

        /**
         * Returns the length of the message in bytes, as far as it is known; blocks until the message is known to have
         * at least the wanted bytes, or its exact length is known. Called only where the total is not given.
         *
         * @param wanted bytes, counted from the message's beginning
         * @return at least {@code wanted}, or else the exact length
         */
        default long length(long wanted) {
            throw new IllegalStateException("expected to be told how many bytes there are");
        }

        /**
         * Lets the thread that receives the bytes put those that still have to come away as they arrive, and blocks
         * until it has. Bytes that are there already are not among them: {@link #next} returns those.
         *
         * @param bytes greatest number of bytes to put away
         * @param into takes the given number of bytes of a buffer, from its reader index on; must not throw or block
         * @return the number of bytes put away, in the order of the message; 0 if {@link #next} has to return them
         */
        default long place(long bytes, ObjIntConsumer<ByteBuf> into) {
            return 0;
        }

        /** Releases the chunks that are left. */
        default void close() {
            for (ByteBuf rest = next(); rest != null; rest = next()) {
                rest.release();
            }
        }
    }

    /**
     * @param total bytes that the message declared to hold; reading beyond is an error
     */
    public Source(Feed feed, long total, Limits limits) {
        this(feed, total, limits, SideSource.NONE);
    }

    /**
     * @param total bytes that the message declared to hold, or {@link #UNKNOWN}; reading beyond is an error
     * @param sides the message's side streams
     */
    public Source(Feed feed, long total, Limits limits, SideSource sides) {
        this.sides = sides;
        this.feed = feed;
        this.asksFeed = total == UNKNOWN;
        this.total = asksFeed ? 0 : total;
        this.limits = limits;
        this.chunk = Unpooled.EMPTY_BUFFER;
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
        if (!closed || staysWithMessage) {
            throw new IllegalStateException("expected a source without a message, found one that has one");
        }
        closed = false;
        borrowed = true;
        chunk = whole;
        total = bytes;
        read = bytes - whole.readableBytes();
        look = FIRST_LOOK;
        depth = 0;
        most = Long.MAX_VALUE;
        failure = null;
        drained = false;
        copy = null;
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

    /** Sets how many bytes of the message another source has read before. Must be called before anything is read. */
    public void behind(long bytes) {
        read = bytes;
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
        most = stricter.get(Limit.MESSAGE_BYTES);
        checkTotal();
    }

    private void checkTotal() {
        if (total > most) {
            throw ParleyException.limit(Limit.MESSAGE_BYTES, most, total, at("message"));
        }
    }

    /** Shows what is still to be read to somebody else too, as it comes; its end when this is closed. */
    public void copyTo(ContentCopy other) {
        lookAway();
        copy = other;
        other.onBytes(chunk);
    }

    /** Bytes of the message not yet read. While it still arrives this is known, and waited for, only at its end. */
    public long remaining() {
        if (asksFeed) {
            learn(Long.MAX_VALUE - read);
        }
        return left();
    }

    /** Returns whether so many bytes are left to read; they may still have to come. Blocks until that is known. */
    public boolean holds(long bytes) {
        return bytes <= left() || learn(bytes);
    }

    /** Returns whether at least so many bytes are known to be left. Never blocks: more may still be declared. */
    public boolean isKnownToHold(long bytes) {
        return bytes <= left();
    }

    /** Returns whether certainly fewer than so many bytes are left. Never blocks; false while that is not known yet. */
    public boolean isShorterThan(long bytes) {
        return !asksFeed && left() < bytes;
    }

    /** Returns whether all was read. Blocks until one more byte or the end has come. */
    public boolean isAtEnd() {
        if (!asksFeed) {
            return left() == 0;
        }
        return at == end && !chunk.isReadable() && !nextChunk();
    }

    /** Returns the error that keeps the rest from coming, or null; the received bytes may be right all the same. */
    public @Nullable ParleyException failure() {
        return failure;
    }

    /** The byte offset in the message, for error texts. */
    public long position() {
        return read - (end - at);
    }

    /**
     * Reads one byte without sign, 0 to 255. Blocks until it has come, as all reading here does.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if the message ends before, or what keeps it from coming
     */
    @HotPath
    public int readByte() {
        if (at == end) {
            look(1);
        }
        return window[at++] & 0xFF;
    }

    /** The next byte, which stays to be read. */
    public int peekByte() {
        if (at == end) {
            look(1);
        }
        return window[at] & 0xFF;
    }

    /** Reads two bytes, little-endian. Fails as {@link #readByte} does. */
    public short readShort() {
        if (!windowHolds(2)) {
            return (short) split(2);
        }
        at += 2;
        return (short) SHORTS.get(window, at - 2);
    }

    /** Reads four bytes, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public int readInt() {
        if (!windowHolds(4)) {
            return (int) split(4);
        }
        at += 4;
        return (int) INTS.get(window, at - 4);
    }

    /** Reads eight bytes, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public long readLong() {
        if (!windowHolds(8)) {
            return split(8);
        }
        at += 8;
        return (long) LONGS.get(window, at - 8);
    }

    /** Reads four bytes of IEEE 754, little-endian. Fails as {@link #readByte} does. */
    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    /** Reads eight bytes of IEEE 754, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** An unsigned varint in its shortest form; ten bytes carry 64 bits, so the result may be negative. */
    @HotPath
    public long readVarint() {
        int first = readByte();
        return first < 0x80 ? first : readVarintRest(first);
    }

    /** Reads a signed number as {@link Sink#writeZigZag} wrote it. Fails as {@link #readVarint} does. */
    public long readZigZag() {
        long raw = readVarint();
        return (raw >>> 1) ^ -(raw & 1);
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

    /** Passes over expected bytes if they lie in one chunk; else reads nothing, and they may come all the same. */
    @HotPath
    public boolean pass(byte[] expected) {
        int bytes = expected.length;
        if (bytes > FIRST_LOOK
                || !holds(bytes)
                || !windowHolds(bytes)
                || !Arrays.equals(window, at, at + bytes, expected, 0, bytes)) {
            return false;
        }
        at += bytes;
        return true;
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
            at += length;
            return text(window, at - length, length, where);
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

    /** Copies the next bytes into an array. No limit is checked; otherwise fails as {@link #readByte} does. */
    public void readBytes(byte[] into, int offset, int length) {
        if (length <= FIRST_LOOK && length > 0 && windowHolds(length)) {
            System.arraycopy(window, at, into, offset, length);
            at += length;
            return;
        }
        readTo(length, new Landing(into, offset));
    }

    /**
     * Hands on the next bytes of the message in the pieces in which they come: the way to read a long value. If a value
     * is long enough, the receiving thread itself puts away the part that still has to come.
     *
     * @param into takes the given number of bytes of a buffer, from its reader index on; must not throw or block
     */
    @HotPath
    public void readTo(long bytes, ObjIntConsumer<ByteBuf> into) {
        lookAway();
        look = FIRST_LOOK;
        long left = bytes;
        while (left > 0) {
            long step = chunk.isReadable() || left < PLACED_BYTES ? 0 : place(left, into);
            if (step == 0) {
                step = reach((int) Math.min(Integer.MAX_VALUE, left));
                into.accept(chunk, (int) step);
            }
            read += step;
            left -= step;
        }
    }

    private long place(long bytes, ObjIntConsumer<ByteBuf> into) {
        if (copy != null || !holds(bytes)) {
            return 0;
        }
        letGo(); // It may be the last that keeps the memory of a whole read.
        return feed.place(bytes, into);
    }

    /** Bytes that came, at least one unless the message is at its end, and at most so many; how many they are. */
    public int readSome(byte[] into, int offset, int most) {
        if (isAtEnd()) {
            return 0;
        }
        lookAway();
        reach(1);
        int step = Math.min(most, chunk.readableBytes());
        chunk.readBytes(into, offset, step);
        read += step;
        return step;
    }

    /**
     * A run of bytes that lies in one chunk, for bulk copies of fixed-size items: at least 1 and at most {@code most}
     * bytes are readable in the current chunk. Read them from {@link #chunk()}, then tell with {@link
     * #consumed}.
     */
    public int available(int most) {
        lookAway();
        look = FIRST_LOOK;
        return reach(most);
    }

    /**
     * Returns the number of received bytes that lie in one chunk: at least one unless the message is at its end. They
     * are read like those of {@link #available}, which in contrast blocks for as many as requested.
     */
    public int run() {
        if (isAtEnd()) {
            return 0;
        }
        lookAway();
        look = FIRST_LOOK;
        return reach(1) == 0 ? 0 : chunk.readableBytes();
    }

    /** The current chunk; its reader index is where reading goes on. Must not be kept or released. */
    public ByteBuf chunk() {
        return chunk;
    }

    /** Counts bytes that were read from {@link #chunk()} by the caller. */
    public void consumed(int bytes) {
        read += bytes;
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

    /** The place for an error text. */
    public String at(String where) {
        return where + " at byte " + position();
    }

    /** Releases what was not read. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (window != NOTHING) {
            lookAway();
            Scratch.giveBack(window);
            window = NOTHING;
        }
        letGo();
        endCopy();
        feed.close();
    }

    /** Releases the chunk; of a borrowed one only the reader index is kept. */
    private void letGo() {
        if (!borrowed) {
            chunk.release();
        }
        borrowed = false;
        chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Shows unread content to the observer too, unless it still has to come. */
    private void endCopy() {
        ContentCopy other = copy;
        if (other == null) {
            return;
        }
        for (ByteBuf rest = asksFeed ? null : feed.next(); rest != null; rest = feed.next()) {
            other.onBytes(rest);
            rest.release();
        }
        other.onEnd(drained || !asksFeed);
    }

    private static VarHandle littleEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether the next bytes lie in the window, or can be brought there because they lie in one chunk. */
    @HotPath
    private boolean windowHolds(int bytes) {
        return end - at >= bytes || look(bytes);
    }

    /**
     * Copies what comes next into the window: so many bytes if the chunk has them, and mostly more.
     *
     * @return whether so many are there
     */
    private boolean look(int bytes) {
        lookAway();
        int there = reach(bytes);
        if (window == NOTHING) {
            window = Scratch.take();
        }
        int most = Math.min(Scratch.BYTES, Math.max(look, bytes));
        int count = (int) Math.min(Math.min(most, chunk.readableBytes()), total - read);
        chunk.readBytes(window, 0, count);
        read += count;
        end = count;
        look = Math.min(Scratch.BYTES, 2 * look);
        return there == bytes;
    }

    /** Closes the window and puts the bytes in it that were not taken back into the chunk. */
    private void lookAway() {
        int untaken = end - at;
        chunk.readerIndex(chunk.readerIndex() - untaken);
        read -= untaken;
        at = 0;
        end = 0;
    }

    /** Returns how many of so many bytes, which the message must hold, lie in the chunk: at least one. */
    private int reach(int bytes) {
        if (!holds(bytes)) {
            throw truncated(bytes);
        }
        while (!chunk.isReadable()) {
            turn(bytes);
        }
        return Math.min(bytes, chunk.readableBytes());
    }

    /** A little-endian number that lies across chunks. */
    private long split(int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) readByte() << (8 * i);
        }
        return value;
    }

    private long readVarintRest(int first) {
        long value = first & 0x7F;
        for (int shift = 7; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if (next == 0 || (shift == 63 && next > 1)) {
                    throw ParleyException.malformed("a varint in its shortest form", "a longer one", at("varint"));
                }
                return value;
            }
        }
        throw ParleyException.malformed("a varint of at most 10 bytes", "a longer one", at("varint"));
    }

    private void turn(int needed) {
        if (!nextChunk()) {
            throw truncated(needed);
        }
    }

    /** False after the last. */
    private boolean nextChunk() {
        // Forgotten before the feed is asked: should that fail, close() must not release it again.
        letGo();
        try {
            ByteBuf next = feed.next();
            if (next == null) {
                total = asksFeed ? read : total;
                drained = true;
                return false;
            }
            chunk = next;
            if (copy != null) {
                copy.onBytes(next);
            }
            return true;
        } catch (ParleyException e) {
            failure = e;
            throw e;
        }
    }

    /** Asks the feed for what is known of the message's length. */
    private boolean learn(long bytes) {
        if (asksFeed) {
            try {
                total = feed.length(position() + bytes);
            } catch (ParleyException e) {
                failure = e;
                throw e;
            }
            checkTotal();
        }
        return bytes <= left();
    }

    /** Bytes not yet read, as far as is known. */
    private long left() {
        return total - position();
    }

    private String more() {
        return asksFeed ? "at least " + (end - at + chunk.readableBytes()) : Long.toString(left());
    }

    private ParleyException truncated(long needed) {
        return ParleyException.malformed(
                needed + " more bytes", Math.max(0, left()) + " before the end", at("message"));
    }

    /**
     * The JVM's own decoder is the fastest for texts that are ASCII, but puts U+FFFD in the place of bytes that are no
     * UTF-8: where that character comes out, a strict one says whether it came in.
     */
    private String text(byte[] bytes, int from, int length, String where) {
        String text = new String(bytes, from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            requireUtf8(ByteBuffer.wrap(bytes, from, length), where);
        }
        return text;
    }

    private void requireUtf8(ByteBuffer bytes, String where) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(bytes);
        } catch (CharacterCodingException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, at(where) + ": expected UTF-8, found bytes that are none", e);
        }
    }

    /** Bytes of an array, from an index on. */
    private static final class Landing implements ObjIntConsumer<ByteBuf> {
        private final byte[] array;
        private int at;

        Landing(byte[] array, int at) {
            this.array = array;
            this.at = at;
        }

        @Override
        public void accept(ByteBuf from, int bytes) {
            from.readBytes(array, at, bytes);
            at += bytes;
        }
    }

    /** Feed of one chunk that is the whole message. */
    private static final class Once implements Feed {
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
