package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * Reader of the bytes and numbers of one message from the chunks in which it arrives. Short items are read from a
 * window, a copy of the next bytes of the chunk. Long ones are read from the chunk itself, or placed directly as they
 * arrive. Base class of {@link Source}.
 */
abstract class ChunkedInput extends ContentChunks {
    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final byte[] NOTHING = {};
    /**
     * Number of bytes from which on the rest of a value is placed by the receiving thread: one wait costs less than
     * many wake-ups.
     */
    private static final int PLACED_BYTES = 64 * 1024;

    /** Initial size of the window. It doubles each time, until something is read in bulk. */
    private static final int INITIAL_WINDOW_BYTES = 512;

    /** A copy of the next bytes of the chunk, unread from {@link #at} to {@link #end}. */
    private byte[] window = NOTHING;

    private int at;
    private int end;
    private int windowBytes = INITIAL_WINDOW_BYTES;

    ChunkedInput(ContentFeed feed, long total) {
        super(feed, total);
    }

    /** Reuses this closed object for a message in a buffer that the caller keeps. */
    final void begin(ByteBuf whole, long bytes) {
        take(whole, bytes);
        windowBytes = INITIAL_WINDOW_BYTES;
    }

    /**
     * Copies the content that is still to be read to an observer as it arrives, and notifies it of the end when this
     * source is closed.
     */
    public final void copyTo(ContentCopy other) {
        emptyWindow();
        showTo(other);
    }

    /**
     * Reads one unsigned byte, 0 to 255. Blocks until it has arrived, as all read methods do.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if the message ends before it, or the failure that keeps it
     *     from arriving
     */
    @HotPath
    public final int readByte() {
        if (at == end) {
            fillWindow(1);
        }
        return window[at++] & 0xFF;
    }

    /** Returns the next byte without consuming it. Fails as {@link #readByte} does. */
    public final int peekByte() {
        if (at == end) {
            fillWindow(1);
        }
        return window[at] & 0xFF;
    }

    /** Reads two bytes, little-endian. Fails as {@link #readByte} does. */
    public final short readShort() {
        if (!windowHolds(2)) {
            return (short) split(2);
        }
        at += 2;
        return (short) SHORTS.get(window, at - 2);
    }

    /** Reads four bytes, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public final int readInt() {
        if (!windowHolds(4)) {
            return (int) split(4);
        }
        at += 4;
        return (int) INTS.get(window, at - 4);
    }

    /** Reads eight bytes, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public final long readLong() {
        if (!windowHolds(8)) {
            return split(8);
        }
        at += 8;
        return (long) LONGS.get(window, at - 8);
    }

    /** Reads four bytes of IEEE 754, little-endian. Fails as {@link #readByte} does. */
    public final float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    /** Reads eight bytes of IEEE 754, little-endian. Fails as {@link #readByte} does. */
    @HotPath
    public final double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /**
     * Reads an unsigned varint, which must be in its shortest form. Ten bytes carry 64 bits, so the result may be
     * negative as a long.
     */
    @HotPath
    public final long readVarint() {
        int first = readByte();
        return first < 0x80 ? first : readVarintRest(first);
    }

    /** Reads a signed number as {@link Sink#writeZigZag} wrote it. Fails as {@link #readVarint} does. */
    public final long readZigZag() {
        long raw = readVarint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    /**
     * Skips the given bytes if they are next and lie in one chunk. Otherwise reads nothing; the bytes may follow all
     * the same.
     *
     * @return whether they were skipped
     */
    @HotPath
    public final boolean pass(byte[] expected) {
        int bytes = expected.length;
        if (bytes > INITIAL_WINDOW_BYTES
                || !holds(bytes)
                || !windowHolds(bytes)
                || !Arrays.equals(window, at, at + bytes, expected, 0, bytes)) {
            return false;
        }
        at += bytes;
        return true;
    }

    /** Copies the next bytes into an array. Checks no limit. Fails as {@link #readByte} does. */
    public final void readBytes(byte[] into, int offset, int length) {
        if (length <= INITIAL_WINDOW_BYTES && length > 0 && windowHolds(length)) {
            System.arraycopy(window, at, into, offset, length);
            at += length;
            return;
        }
        readTo(length, new ArrayTarget(into, offset));
    }

    /**
     * Passes the next bytes of the message to a consumer, in the pieces in which they arrive. Meant for long values: of
     * these the receiving thread itself copies the part that has not arrived yet.
     *
     * @param into reads the given number of bytes from a buffer, starting at its reader index; must not throw or block
     */
    @HotPath
    public final void readTo(long bytes, ObjIntConsumer<ByteBuf> into) {
        emptyWindow();
        windowBytes = INITIAL_WINDOW_BYTES;
        long remaining = bytes;
        while (remaining > 0) {
            long step = chunk().isReadable() || remaining < PLACED_BYTES ? 0 : place(remaining, into);
            if (step == 0) {
                step = reach((int) Math.min(Integer.MAX_VALUE, remaining));
                into.accept(chunk(), (int) step);
            }
            consumed(step);
            remaining -= step;
        }
    }

    /**
     * Reads some bytes that have arrived: at least one unless the message is at its end, and at most the given number.
     * Returns their number.
     */
    public final int readSome(byte[] into, int offset, int max) {
        if (isAtEnd()) {
            return 0;
        }
        emptyWindow();
        reach(1);
        int step = Math.min(max, chunk().readableBytes());
        chunk().readBytes(into, offset, step);
        consumed(step);
        return step;
    }

    /**
     * Returns the number of bytes, at least 1 and at most {@code max}, that are readable in the current chunk. For bulk
     * copies of fixed-size items: read them from {@link #chunk()}, then report them with {@link #consumed}.
     */
    public final int available(int max) {
        emptyWindow();
        windowBytes = INITIAL_WINDOW_BYTES;
        return reach(max);
    }

    /**
     * Returns the number of received bytes that lie in one chunk: at least one unless the message is at its end. Read
     * them as those of {@link #available}, which unlike this method blocks for the requested number.
     */
    public final int run() {
        if (isAtEnd()) {
            return 0;
        }
        emptyWindow();
        windowBytes = INITIAL_WINDOW_BYTES;
        return reach(1) == 0 ? 0 : chunk().readableBytes();
    }

    @Override
    final int ahead() {
        return end - at;
    }

    @Override
    final void closeWindow() {
        if (window != NOTHING) {
            emptyWindow();
            Scratch.giveBack(window);
            window = NOTHING;
        }
    }

    private static VarHandle littleEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether the window holds the next bytes. Fills it first if they lie in one chunk. */
    @HotPath
    final boolean windowHolds(int bytes) {
        return end - at >= bytes || fillWindow(bytes);
    }

    /** Returns the window; valid until the next read. */
    final byte[] window() {
        return window;
    }

    /** Consumes bytes that the {@link #windowHolds window holds}. Returns their index in it. */
    @HotPath
    final int takeFromWindow(int bytes) {
        int from = at;
        at = from + bytes;
        return from;
    }

    /**
     * Refills the window with the next bytes of the chunk: at least the given number if the chunk has them, and mostly
     * more.
     *
     * @return whether the window holds that many
     */
    private boolean fillWindow(int bytes) {
        emptyWindow();
        int there = reach(bytes);
        if (window == NOTHING) {
            window = Scratch.take();
        }
        int max = Math.min(Scratch.BYTES, Math.max(windowBytes, bytes));
        ByteBuf from = chunk();
        int count = (int) Math.min(Math.min(max, from.readableBytes()), left());
        from.readBytes(window, 0, count);
        consumed(count);
        end = count;
        windowBytes = Math.min(Scratch.BYTES, 2 * windowBytes);
        return there == bytes;
    }

    /** Empties the window. Returns its unread bytes to the chunk. */
    private void emptyWindow() {
        int untaken = end - at;
        chunk().readerIndex(chunk().readerIndex() - untaken);
        consumed(-untaken);
        at = 0;
        end = 0;
    }

    /** Reads a little-endian number that is split between chunks. */
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

    /** Consumer that copies bytes into an array, starting at an index. */
    private static final class ArrayTarget implements ObjIntConsumer<ByteBuf> {
        private final byte[] array;
        private int at;

        ArrayTarget(byte[] array, int at) {
            this.array = array;
            this.at = at;
        }

        @Override
        public void accept(ByteBuf from, int bytes) {
            from.readBytes(array, at, bytes);
            at += bytes;
        }
    }
}
