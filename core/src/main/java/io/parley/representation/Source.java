package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a decoder reads: the content of one message, in the chunks it came in. Every read is checked against what the
 * message declared to hold, so no length from the peer is believed before the bytes can be there; counts pass through
 * {@link #readCount}, nesting through {@link #enter}. Not thread-safe. {@link #close} releases what was not read.
 */
public final class Source implements AutoCloseable {
    private static final char REPLACEMENT = '\uFFFD';

    private final Feed feed;
    private final Limits limits;
    private final long total;
    private final int maxDepth;
    private final SideSource sides;
    private ByteBuf chunk;
    private long read;
    private long itemsLeft;
    private int depth;
    private boolean closed;

    /** Hands over the chunks of a message, in order. */
    @FunctionalInterface
    public interface Feed {
        /** The next chunk, which the source then owns, or null after the last. May block on a decode thread only. */
        @Nullable
        ByteBuf next();
    }

    /**
     * @param total bytes that the message declared to hold; reading beyond is an error
     */
    public Source(Feed feed, long total, Limits limits) {
        this(feed, total, limits, SideSource.NONE);
    }

    /**
     * @param total bytes that the message declared to hold; reading beyond is an error
     * @param sides what came beside the message
     */
    public Source(Feed feed, long total, Limits limits, SideSource sides) {
        this.sides = sides;
        this.feed = feed;
        this.total = total;
        this.limits = limits;
        this.maxDepth = limits.getInt(Limit.DEPTH);
        this.itemsLeft = limits.get(Limit.ITEMS);
        this.chunk = Unpooled.EMPTY_BUFFER;
    }

    /** The whole of one buffer, which the source then owns. */
    public static Source of(ByteBuf whole, Limits limits) {
        return new Source(new Once(whole), whole.readableBytes(), limits);
    }

    /** What came beside the message. */
    public SideSource sides() {
        return sides;
    }

    public Limits limits() {
        return limits;
    }

    /** Bytes of the message not yet read. */
    public long remaining() {
        return total - read;
    }

    /** The byte offset in the message, for error texts. */
    public long position() {
        return read;
    }

    @HotPath
    public int readByte() {
        return need(1).readUnsignedByte();
    }

    public short readShort() {
        return chunkHolds(2) ? chunk.readShortLE() : (short) split(2);
    }

    @HotPath
    public int readInt() {
        return chunkHolds(4) ? chunk.readIntLE() : (int) split(4);
    }

    @HotPath
    public long readLong() {
        return chunkHolds(8) ? chunk.readLongLE() : split(8);
    }

    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

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
        long count = readVarint();
        expectRoom(count, minBitsEach, where);
        spend(count, where);
        return (int) count;
    }

    /** Checks a count again, where only what stands behind it says how many bits each thing takes at least. */
    public void expectRoom(long count, int minBitsEach, String where) {
        if (count < 0 || count > Integer.MAX_VALUE || count * minBitsEach > Byte.SIZE * remaining()) {
            throw ParleyException.malformed(
                    "a count that fits the " + remaining() + " bytes that remain",
                    Long.toUnsignedString(count),
                    at(where));
        }
    }

    /** A length in bytes: at most what remains and what {@code limit} allows. */
    public int readLength(Limit limit, String where) {
        return checkLength(readVarint(), limit, where);
    }

    /** A length in bytes that was read as a part of something else. */
    public int checkLength(long length, Limit limit, String where) {
        if (length < 0 || length > remaining()) {
            throw ParleyException.malformed(
                    "a length of at most the " + remaining() + " bytes that remain",
                    Long.toUnsignedString(length),
                    at(where));
        }
        long allowed = limits.get(limit);
        if (length > allowed) {
            throw ParleyException.limit(limit, allowed, length, at(where));
        }
        if (length > Integer.MAX_VALUE) {
            throw ParleyException.limit(limit, Integer.MAX_VALUE, length, at(where));
        }
        return (int) length;
    }

    /** A string as {@link Sink#writeString} wrote it. */
    public String readString(String where) {
        int length = readLength(Limit.STRING_BYTES, where);
        if (length == 0) {
            return "";
        }
        if (chunkHolds(length)) {
            int from = chunk.readerIndex();
            chunk.skipBytes(length);
            return text(chunk, from, length, where);
        }
        byte[] bytes = new byte[length];
        readBytes(bytes, 0, length);
        return text(Unpooled.wrappedBuffer(bytes), 0, length, where);
    }

    public void readBytes(byte[] into, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > 0) {
            int step = available(left);
            chunk.readBytes(into, at, step);
            read += step;
            at += step;
            left -= step;
        }
    }

    /**
     * A run of bytes that lies in one chunk, for bulk copies of fixed-size items: at least 1 and at most {@code most}
     * bytes are readable in the current chunk. Read them from {@link #chunk()}, then tell with {@link
     * #consumed}.
     */
    public int available(int most) {
        if (most > remaining()) {
            throw truncated(most);
        }
        while (!chunk.isReadable()) {
            turn(most);
        }
        return Math.min(most, chunk.readableBytes());
    }

    /** The current chunk; its reader index is where reading goes on. Must not be kept or released. */
    public ByteBuf chunk() {
        return chunk;
    }

    /** Counts bytes that were read from {@link #chunk()} by the caller. */
    public void consumed(int bytes) {
        read += bytes;
    }

    /** Goes one level deeper; {@link #leave} comes back. */
    @HotPath
    public void enter(String where) {
        if (++depth > maxDepth) {
            throw ParleyException.limit(Limit.DEPTH, maxDepth, depth, at(where));
        }
    }

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

    /** Checks that nothing follows, and gives back what the message still holds. */
    public void expectEnd(String where) {
        if (remaining() != 0) {
            throw ParleyException.malformed("the end of the message", remaining() + " more bytes", at(where));
        }
        close();
    }

    /** The place for an error text. */
    public String at(String where) {
        return where + " at byte " + read;
    }

    /** Releases what was not read. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        chunk.release();
        for (ByteBuf rest = feed.next(); rest != null; rest = feed.next()) {
            rest.release();
        }
    }

    /** The chunk to read from, with a byte in it; counts what the caller is about to read. */
    private ByteBuf need(int bytes) {
        available(bytes);
        read += bytes;
        return chunk;
    }

    /** Whether the next bytes lie in this chunk; if so they count as read. */
    private boolean chunkHolds(int bytes) {
        if (bytes > remaining()) {
            throw truncated(bytes);
        }
        if (chunk.readableBytes() < bytes) {
            return false;
        }
        read += bytes;
        return true;
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
        // Forgotten before the feed is asked: should that fail, close() must not release it again.
        chunk.release();
        chunk = Unpooled.EMPTY_BUFFER;
        ByteBuf next = feed.next();
        if (next == null) {
            throw truncated(needed);
        }
        chunk = next;
    }

    private ParleyException truncated(long needed) {
        return ParleyException.malformed(
                needed + " more bytes", Math.max(0, remaining()) + " before the end", at("message"));
    }

    /**
     * The JVM's own decoder is the fastest for texts that are ASCII, but puts U+FFFD in the place of bytes that are no
     * UTF-8: where that character comes out, a strict one says whether it came in.
     */
    private String text(ByteBuf bytes, int from, int length, String where) {
        String text = bytes.toString(from, length, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            requireUtf8(bytes.nioBuffer(from, length), where);
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

    /** One chunk that is everything. */
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
