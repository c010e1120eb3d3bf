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
 * Bytes and numbers of one message, out of the chunks it came in. Small things are read from a window, a copy of what comes
 * next in the chunk; long ones from the chunk itself, or they are placed as they come. A part of {@link Source}, which is
 * the same object: there is one for each message.
 */
abstract class ChunkedInput extends ContentChunks {
    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final byte[] NOTHING = {};
    /** A value of which so much still has to come is placed: one wait is worth more than having each piece soon. */
    private static final int PLACED_BYTES = 64 * 1024;

    /** Bytes that are looked at first; then twice as many each time, until something is read in bulk. */
    private static final int FIRST_LOOK = 512;

    /** A copy of what comes next in the chunk, from {@link #at} to {@link #end}: small things are read from it. */
    private byte[] window = NOTHING;

    private int at;
    private int end;
    private int look = FIRST_LOOK;

    ChunkedInput(ContentFeed feed, long total) {
        super(feed, total);
    }

    /** Begins anew with a message that lies in a buffer of somebody else's, if this is closed. */
    final void begin(ByteBuf whole, long bytes) {
        take(whole, bytes);
        look = FIRST_LOOK;
    }

    /** Shows what is still to be read to somebody else too, as it comes; its end when this is closed. */
    public final void copyTo(ContentCopy other) {
        lookAway();
        showTo(other);
    }

    /**
     * Reads one byte without sign, 0 to 255. Blocks until it has come, as all reading here does.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} if the message ends before, or what keeps it from coming
     */
    @HotPath
    public final int readByte() {
        if (at == end) {
            look(1);
        }
        return window[at++] & 0xFF;
    }

    /** The next byte, which stays to be read. */
    public final int peekByte() {
        if (at == end) {
            look(1);
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

    /** An unsigned varint in its shortest form; ten bytes carry 64 bits, so the result may be negative. */
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

    /** Passes over expected bytes if they lie in one chunk; else reads nothing, and they may come all the same. */
    @HotPath
    public final boolean pass(byte[] expected) {
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

    /** Copies the next bytes into an array. No limit is checked; otherwise fails as {@link #readByte} does. */
    public final void readBytes(byte[] into, int offset, int length) {
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
    public final void readTo(long bytes, ObjIntConsumer<ByteBuf> into) {
        lookAway();
        look = FIRST_LOOK;
        long left = bytes;
        while (left > 0) {
            long step = chunk().isReadable() || left < PLACED_BYTES ? 0 : place(left, into);
            if (step == 0) {
                step = reach((int) Math.min(Integer.MAX_VALUE, left));
                into.accept(chunk(), (int) step);
            }
            consumed(step);
            left -= step;
        }
    }

    /** Bytes that came, at least one unless the message is at its end, and at most so many; how many they are. */
    public final int readSome(byte[] into, int offset, int most) {
        if (isAtEnd()) {
            return 0;
        }
        lookAway();
        reach(1);
        int step = Math.min(most, chunk().readableBytes());
        chunk().readBytes(into, offset, step);
        consumed(step);
        return step;
    }

    /**
     * A run of bytes that lies in one chunk, for bulk copies of fixed-size items: at least 1 and at most {@code most}
     * bytes are readable in the current chunk. Read them from {@link #chunk()}, then tell with {@link
     * #consumed}.
     */
    public final int available(int most) {
        lookAway();
        look = FIRST_LOOK;
        return reach(most);
    }

    /**
     * Returns the number of received bytes that lie in one chunk: at least one unless the message is at its end. They
     * are read like those of {@link #available}, which in contrast blocks for as many as requested.
     */
    public final int run() {
        if (isAtEnd()) {
            return 0;
        }
        lookAway();
        look = FIRST_LOOK;
        return reach(1) == 0 ? 0 : chunk().readableBytes();
    }

    @Override
    final int ahead() {
        return end - at;
    }

    @Override
    final void closeWindow() {
        if (window != NOTHING) {
            lookAway();
            Scratch.giveBack(window);
            window = NOTHING;
        }
    }

    private static VarHandle littleEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether the next bytes lie in the window, or can be brought there because they lie in one chunk. */
    @HotPath
    final boolean windowHolds(int bytes) {
        return end - at >= bytes || look(bytes);
    }

    /** The window, until something else is read. */
    final byte[] window() {
        return window;
    }

    /** Takes bytes that the {@link #windowHolds window holds}; returns the index in it where they begin. */
    @HotPath
    final int takeFromWindow(int bytes) {
        int from = at;
        at = from + bytes;
        return from;
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
        ByteBuf from = chunk();
        int count = (int) Math.min(Math.min(most, from.readableBytes()), left());
        from.readBytes(window, 0, count);
        consumed(count);
        end = count;
        look = Math.min(Scratch.BYTES, 2 * look);
        return there == bytes;
    }

    /** Closes the window and puts the bytes in it that were not taken back into the chunk. */
    private void lookAway() {
        int untaken = end - at;
        chunk().readerIndex(chunk().readerIndex() - untaken);
        consumed(-untaken);
        at = 0;
        end = 0;
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
}
