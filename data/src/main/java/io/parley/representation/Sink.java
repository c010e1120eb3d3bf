package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.HotPath;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Output of an encoder. Fills chunks of pooled memory and passes each on as soon as it is full, so that a large message
 * is sent while the rest of it is still being encoded. Numbers are little-endian unless the method says otherwise. Not
 * thread-safe.
 *
 * <p>The sink owns the chunk that it fills; the {@link Drain} owns each chunk that it accepts. The caller must end a
 * sink with {@link #finish} or {@link #discard}.
 */
public final class Sink {
    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final byte[] NOTHING = {};
    /**
     * Greatest length in bytes of items that are gathered in an array first. Longer ones are written to the chunk
     * directly.
     */
    private static final int MAX_GATHERED = 256;
    /**
     * Number of chunks from which on a long item is preceded by a flush of earlier content, if the drain requests it.
     */
    private static final long LONG_CHUNKS = 2;
    /** Smallest size of a first chunk, in bytes. */
    private static final int FIRST_CHUNK_BYTES = 512;

    private static final Drain NO_DRAIN = (chunk, last) -> {
        chunk.release();
        throw new IllegalStateException("expected a message to write, found none");
    };

    private ByteBufAllocator allocator;
    private int chunkBytes;
    private Drain drain;
    private SideSink sides;
    private boolean staysWithMessage;
    private byte[] gathered = NOTHING;
    private int at;
    private ByteBuf chunk;
    private long passedOn;
    private boolean ended;
    private @Nullable ContentCopy copy;

    /** Receiver of full chunks. */
    @FunctionalInterface
    public interface Drain {
        /** Accepts a chunk, and owns it from then on. Only the last one may be empty. */
        void accept(ByteBuf chunk, boolean last);

        /**
         * Announces that the message will have at least that many bytes, so that the receiver can be informed ahead.
         *
         * @return whether content written so far should be sent at once, although it is short
         */
        default boolean expect(long bytes) {
            return false;
        }

        /** Returns whether contiguous content of that many bytes should be passed to {@link #take}. */
        default boolean takes(long bytes) {
            return false;
        }

        /**
         * Lets the sending thread copy contiguous content from its origin, after all earlier chunks. Blocks until it
         * has done so, or until copying takes too long.
         *
         * @param from writes the given number of bytes to a buffer at its writer index; must not throw or block
         * @return the number of bytes copied; the rest must follow in chunks
         */
        default long take(long bytes, ObjIntConsumer<ByteBuf> from) {
            throw new IllegalStateException("expected a call of takes() that returned true");
        }

        /** Returns the number of bytes to reserve before the content of each chunk, for a header. */
        default int headroom() {
            return 0;
        }
    }

    /**
     * @param chunkBytes size of a chunk, at least 64
     */
    public Sink(ByteBufAllocator allocator, int chunkBytes, Drain drain) {
        this(allocator, chunkBytes, drain, SideSink.NONE);
    }

    /**
     * @param chunkBytes size of a chunk, at least 64
     * @param sides receives the content of side streams
     */
    public Sink(ByteBufAllocator allocator, int chunkBytes, Drain drain, SideSink sides) {
        if (chunkBytes < 64) {
            throw new IllegalArgumentException("expected chunks of at least 64 bytes, found " + chunkBytes);
        }
        this.allocator = allocator;
        this.chunkBytes = chunkBytes;
        this.drain = drain;
        this.sides = sides;
        this.chunk = Unpooled.EMPTY_BUFFER;
    }

    /** Returns a sink without a message; {@link #into} gives it one. */
    public static Sink idle() {
        Sink idle = new Sink(UnpooledByteBufAllocator.DEFAULT, FIRST_CHUNK_BYTES, NO_DRAIN);
        idle.discard();
        return idle;
    }

    /**
     * Reuses this sink for another message. The sink must have ended, and the caller must hold the only reference: one
     * that {@link #staysWithMessage} may still be referenced elsewhere, and cannot be reused.
     *
     * @param bytes size of a chunk; all parameters are those of the constructor
     */
    public void into(ByteBufAllocator from, int bytes, Drain to, SideSink beside) {
        if (!ended || staysWithMessage) {
            throw new IllegalStateException("expected a sink without a message, found one in use");
        }
        ended = false;
        allocator = from;
        chunkBytes = bytes;
        drain = to;
        sides = beside;
        passedOn = 0;
    }

    /**
     * Excludes this sink from reuse: code other than the owner may still reference it, for instance through a writer of
     * events.
     */
    public void stayWithMessage() {
        staysWithMessage = true;
    }

    /** Returns whether this sink is excluded from reuse. */
    public boolean staysWithMessage() {
        return staysWithMessage;
    }

    /** Returns the side streams for content above the inline limit. */
    public SideSink sides() {
        return sides;
    }

    /**
     * Copies everything that is written from now on to an observer, as chunks are passed on. Must be called before the
     * first write.
     */
    public void copyTo(ContentCopy other) {
        copy = other;
    }

    /** Returns the number of bytes written so far; after the end, of those passed on. */
    public long written() {
        return ended ? passedOn : passedOn + chunk.readableBytes() + at;
    }

    /** Writes the low eight bits. */
    @HotPath
    public void writeByte(int value) {
        byte[] out = gather(1);
        out[at++] = (byte) value;
    }

    /** Writes the low sixteen bits, little-endian. */
    public void writeShort(int value) {
        SHORTS.set(gather(2), at, (short) value);
        at += 2;
    }

    /** Writes four bytes, little-endian. */
    @HotPath
    public void writeInt(int value) {
        INTS.set(gather(4), at, value);
        at += 4;
    }

    /** Writes eight bytes, little-endian. */
    @HotPath
    public void writeLong(long value) {
        LONGS.set(gather(8), at, value);
        at += 8;
    }

    /** Writes four bytes of IEEE 754, little-endian; a NaN keeps its bits. */
    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    /** Writes eight bytes of IEEE 754, little-endian; a NaN keeps its bits. */
    @HotPath
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /**
     * Writes an unsigned varint: seven bits per byte, low bits first, at most ten bytes, always in its shortest form.
     */
    @HotPath
    public void writeVarint(long value) {
        at = Utf8.putLength(value, gather(10), at);
    }

    /** Writes a signed number as a zig-zag varint: small magnitudes take few bytes. */
    public void writeZigZag(long value) {
        writeVarint((value << 1) ^ (value >> 63));
    }

    /**
     * Writes a string: its length in UTF-8 bytes as a varint, then the bytes.
     *
     * @throws io.parley.ParleyException {@code ENCODING} if it has an unpaired surrogate, which UTF-8 cannot encode
     */
    @HotPath
    public void writeString(String value) {
        long maxBytes = Utf8.maxBytes(value.length());
        if (maxBytes <= Scratch.BYTES) {
            at = Utf8.put(value, gather((int) maxBytes), at);
        } else {
            writeLongString(value);
        }
    }

    /**
     * Announces that at least that many more bytes follow, so that the receiver can allocate memory for them while they
     * are written.
     */
    public void expect(long bytes) {
        if (bytes <= chunkBytes) {
            return;
        }
        boolean ahead = drain.expect(written() + bytes);
        if (ahead && passedOn == 0 && bytes >= LONG_CHUNKS * chunkBytes) {
            flushGathered();
            if (chunk.isReadable()) {
                nextChunk(chunkBytes);
            }
        }
    }

    /** Writes bytes of an array, without their length. The array may be reused when this returns. */
    public void writeBytes(byte[] bytes, int offset, int length) {
        if (length <= MAX_GATHERED) {
            System.arraycopy(bytes, offset, gather(length), at, length);
            at += length;
        } else {
            expect(length);
            writeFrom(length, new ArraySource(bytes, offset));
        }
    }

    /**
     * Writes contiguous bytes from another place. If there are many, the sending thread copies them. They must not
     * change before this returns.
     *
     * @param from writes the given number of bytes to a buffer at its writer index; must not throw or block
     */
    public void writeFrom(long bytes, ObjIntConsumer<ByteBuf> from) {
        flushGathered();
        long left = bytes;
        if (copy == null && bytes >= LONG_CHUNKS * chunkBytes && drain.takes(bytes)) {
            left -= give(bytes, from);
        }
        while (left > 0) {
            ByteBuf out = space(1, (int) Math.min(left, chunkBytes));
            int step = (int) Math.min(left, out.maxWritableBytes());
            out.ensureWritable(step);
            from.accept(out, step);
            left -= step;
        }
    }

    private long give(long bytes, ObjIntConsumer<ByteBuf> from) {
        ByteBuf before = chunk;
        chunk = Unpooled.EMPTY_BUFFER;
        if (before.isReadable()) {
            passOn(before, false);
        } else {
            before.release();
        }
        long taken = drain.take(bytes, from);
        passedOn += taken;
        return taken;
    }

    /**
     * Returns the chunk to write to, with at least {@code bytes} writable. For bulk copies of fixed-size items; the
     * buffer must not be kept.
     */
    public ByteBuf room(int bytes) {
        flushGathered();
        return space(bytes, bytes);
    }

    /** Passes on the rest as the last chunk, and ends the sink. */
    public void finish() {
        if (!ended) {
            flushGathered();
            if (chunk.capacity() == 0) {
                nextChunk(0);
            }
            end();
            passOn(chunk, true);
            clearReferences();
        }
    }

    /** Ends the sink and releases content that was not passed on. Idempotent; does nothing after {@link #finish}. */
    public void discard() {
        if (!ended) {
            end();
            chunk.release();
            clearReferences();
        }
    }

    private static VarHandle littleEndian(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
    }

    private void end() {
        ended = true;
        if (gathered != NOTHING) {
            Scratch.giveBack(gathered);
            gathered = NOTHING;
        }
        at = 0;
    }

    /** Clears references to objects of the message. */
    private void clearReferences() {
        chunk = Unpooled.EMPTY_BUFFER;
        drain = NO_DRAIN;
        sides = SideSink.NONE;
        copy = null;
    }

    /**
     * Returns the array that gathers small items, with room for the given number of bytes at {@link #at}. The chunk is
     * touched once for many of them.
     */
    @HotPath
    private byte[] gather(int bytes) {
        if (gathered.length - at < bytes) {
            moreRoom();
        }
        return gathered;
    }

    private void moreRoom() {
        if (gathered == NOTHING) {
            gathered = Scratch.take();
        } else {
            flushGathered();
        }
    }

    /** Moves gathered items to the chunk. */
    private void flushGathered() {
        if (at > 0) {
            int length = at;
            at = 0;
            copy(gathered, 0, length);
        }
    }

    private void copy(byte[] bytes, int offset, int length) {
        int from = offset;
        int left = length;
        while (left > 0) {
            ByteBuf out = space(1, left);
            int step = Math.min(left, out.maxWritableBytes());
            out.writeBytes(bytes, from, step);
            from += step;
            left -= step;
        }
    }

    private void writeLongString(String value) {
        writeVarint(Utf8.length(value));
        int from = 0;
        while (from < value.length()) {
            int to = Utf8.pieceEnd(value, from, Scratch.BYTES);
            at = Utf8.put(value, from, to, gather((int) Utf8.maxBytes(to - from)), at);
            from = to;
        }
    }

    /** Returns the chunk with room for the given number of bytes. The first one is sized for the expected content. */
    private ByteBuf space(int bytes, int expected) {
        if (chunk.maxWritableBytes() < bytes) {
            nextChunk(Math.max(bytes, expected));
        }
        chunk.ensureWritable(bytes);
        return chunk;
    }

    private void nextChunk(int expected) {
        if (ended) {
            throw new IllegalStateException("expected a message that is being written, found one that has ended");
        }
        ByteBuf full = chunk;
        if (full.capacity() == 0) {
            // The first chunk grows: most messages are small, and a void call must not take a whole fragment.
            chunk = newChunk(Math.min(chunkBytes, Math.max(FIRST_CHUNK_BYTES, expected)));
            return;
        }
        chunk = newChunk(chunkBytes);
        passOn(full, false);
    }

    private ByteBuf newChunk(int bytes) {
        int room = drain.headroom();
        return allocator.buffer(room + bytes, room + chunkBytes).setIndex(room, room);
    }

    private void passOn(ByteBuf full, boolean last) {
        passedOn += full.readableBytes();
        ContentCopy other = copy;
        if (other != null) {
            other.onBytes(full);
        }
        drain.accept(full, last);
    }

    /** Source that copies bytes from an array, starting at an index. */
    private static final class ArraySource implements ObjIntConsumer<ByteBuf> {
        private final byte[] array;
        private int at;

        ArraySource(byte[] array, int at) {
            this.array = array;
            this.at = at;
        }

        @Override
        public void accept(ByteBuf into, int bytes) {
            into.writeBytes(array, at, bytes);
            at += bytes;
        }
    }
}
