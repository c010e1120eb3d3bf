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
 * Output of an encoder: chunks of pooled memory, each handed on as soon as it is full, so that a large message is sent
 * while the rest of it is still being encoded. Numbers are little-endian unless the method says otherwise. Not
 * thread-safe.
 *
 * <p>The sink owns the chunk it fills; the {@link Drain} owns each chunk it is given. {@link #finish} or {@link
 * #discard} ends the sink; one of them must be called.
 */
public final class Sink {
    private static final VarHandle SHORTS = littleEndian(short[].class);
    private static final VarHandle INTS = littleEndian(int[].class);
    private static final VarHandle LONGS = littleEndian(long[].class);
    private static final byte[] NOTHING = {};
    /** Greatest size in bytes of an item that is gathered first; longer ones go to the chunk directly. */
    private static final int FEW = 256;
    /** Number of chunks from which on content written so far is sent ahead of a long item, if the drain wants it. */
    private static final long LONG_CHUNKS = 2;
    /** Smallest size of a first chunk, in bytes. */
    private static final int SMALL = 512;

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
    private long handedOn;
    private boolean ended;
    private @Nullable ContentCopy copy;

    /** Takes chunks as they fill. */
    @FunctionalInterface
    public interface Drain {
        /** Takes a chunk that is not empty, or the last one, which may be empty. Owns it. */
        void accept(ByteBuf chunk, boolean last);

        /**
         * Announces that so many bytes, counted from the message's beginning, are sure to come, so that the receiver
         * can be informed ahead.
         *
         * @return whether it is useful to send what was written so far before them, although it is short
         */
        default boolean expect(long bytes) {
            return false;
        }

        /** Returns whether so many bytes that lie in one piece are better given to {@link #take}. */
        default boolean takes(long bytes) {
            return false;
        }

        /**
         * Lets the thread that sends the bytes copy them from where they are, behind all chunks before them, and blocks until it
         * has, or copying takes long.
         *
         * @param from puts the next so many bytes behind a buffer's writer index; must not throw or block
         * @return how many were copied; the rest has to come in chunks
         */
        default long take(long bytes, ObjIntConsumer<ByteBuf> from) {
            throw new IllegalStateException("expected to be asked before");
        }

        /** Bytes of room that chunks are to have before their content, for a header. */
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
     * @param sides takes what is to travel beside the message
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

    /** A sink that takes nothing until it is lent a message: {@link #into}. */
    public static Sink idle() {
        Sink idle = new Sink(UnpooledByteBufAllocator.DEFAULT, SMALL, NO_DRAIN);
        idle.discard();
        return idle;
    }

    /**
     * Begins with a message. For a sink that has ended, and that its caller has alone: one that {@link #staysWithMessage} may
     * still be in other hands, and serves no other message.
     *
     * @param bytes as the constructor's, as is the rest
     */
    public void into(ByteBufAllocator from, int bytes, Drain to, SideSink beside) {
        if (!ended || staysWithMessage) {
            throw new IllegalStateException("expected a sink without a message, found one that has one");
        }
        ended = false;
        allocator = from;
        chunkBytes = bytes;
        drain = to;
        sides = beside;
        handedOn = 0;
    }

    /**
     * Bars this sink from reuse: somebody other than the owner may still hold it, for instance through a writer of
     * events, so it serves no message after this.
     */
    public void stayWithMessage() {
        staysWithMessage = true;
    }

    /** Returns whether this sink must not be given another message. */
    public boolean staysWithMessage() {
        return staysWithMessage;
    }

    /** Returns the side streams for content above the inline limit. */
    public SideSink sides() {
        return sides;
    }

    /**
     * Shows whatever is written from now on to somebody else too, as it is handed on. To be called before anything is.
     */
    public void copyTo(ContentCopy other) {
        copy = other;
    }

    /** Bytes written so far; after the end, those that were handed on. */
    public long written() {
        return ended ? handedOn : handedOn + chunk.readableBytes() + at;
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

    /** An unsigned varint: seven bits a byte, low bits first, at most ten bytes, always the shortest form. */
    @HotPath
    public void writeVarint(long value) {
        at = Utf8.putLength(value, gather(10), at);
    }

    /** A signed number as zig-zag varint: small magnitudes take few bytes. */
    public void writeZigZag(long value) {
        writeVarint((value << 1) ^ (value >> 63));
    }

    /**
     * A string: its length in UTF-8 bytes as varint, then the bytes.
     *
     * @throws io.parley.ParleyException {@code ENCODING} if it has an unpaired surrogate, which UTF-8 cannot carry
     */
    @HotPath
    public void writeString(String value) {
        long most = Utf8.most(value.length());
        if (most <= Scratch.BYTES) {
            at = Utf8.put(value, gather((int) most), at);
        } else {
            writeLongString(value);
        }
    }

    /**
     * Announces that so many bytes are sure to follow, so that the receiver can allocate memory for them while they are
     * written.
     */
    public void expect(long bytes) {
        if (bytes <= chunkBytes) {
            return;
        }
        boolean ahead = drain.expect(written() + bytes);
        if (ahead && handedOn == 0 && bytes >= LONG_CHUNKS * chunkBytes) {
            settle();
            if (chunk.isReadable()) {
                turn(chunkBytes);
            }
        }
    }

    /** Writes bytes of an array, without their length. The array may be used again when this returns. */
    public void writeBytes(byte[] bytes, int offset, int length) {
        if (length <= FEW) {
            System.arraycopy(bytes, offset, gather(length), at, length);
            at += length;
        } else {
            expect(length);
            writeFrom(length, new Excerpt(bytes, offset));
        }
    }

    /**
     * Writes bytes that lie in one piece somewhere else: if they are many, the thread that sends them copies them. They must
     * not change before this returns.
     *
     * @param from puts the next so many bytes behind a buffer's writer index; must not throw or block
     */
    public void writeFrom(long bytes, ObjIntConsumer<ByteBuf> from) {
        settle();
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
            handOn(before, false);
        } else {
            before.release();
        }
        long taken = drain.take(bytes, from);
        handedOn += taken;
        return taken;
    }

    /**
     * Room for a run of fixed-size items: the chunk to write to, with at least {@code bytes} writable. For bulk copies
     * only; the buffer must not be kept.
     */
    public ByteBuf room(int bytes) {
        settle();
        return space(bytes, bytes);
    }

    /** Hands on what is left as the last chunk. The sink takes no more. */
    public void finish() {
        if (!ended) {
            settle();
            if (chunk.capacity() == 0) {
                turn(0);
            }
            end();
            handOn(chunk, true);
            forget();
        }
    }

    /** Drops what was not handed on. Idempotent; nothing after {@link #finish}. */
    public void discard() {
        if (!ended) {
            end();
            chunk.release();
            forget();
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

    /** Keeps nothing alive that belonged to the message. */
    private void forget() {
        chunk = Unpooled.EMPTY_BUFFER;
        drain = NO_DRAIN;
        sides = SideSink.NONE;
        copy = null;
    }

    /**
     * Returns the array that gathers small items, with so many bytes of room behind {@link #at}: the chunk is touched
     * once for many of them.
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
            settle();
        }
    }

    /** Puts what was gathered into chunks. */
    private void settle() {
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
            at = Utf8.put(value, from, to, gather((int) Utf8.most(to - from)), at);
            from = to;
        }
    }

    /** The chunk, with room for so many bytes; a first one is made for all that is there to be written. */
    private ByteBuf space(int bytes, int expected) {
        if (chunk.maxWritableBytes() < bytes) {
            turn(Math.max(bytes, expected));
        }
        chunk.ensureWritable(bytes);
        return chunk;
    }

    private void turn(int expected) {
        if (ended) {
            throw new IllegalStateException("expected a message that is being written, found one that has ended");
        }
        ByteBuf full = chunk;
        if (full.capacity() == 0) {
            // The first chunk grows: most messages are small, and a void call must not take a whole fragment.
            chunk = newChunk(Math.min(chunkBytes, Math.max(SMALL, expected)));
            return;
        }
        chunk = newChunk(chunkBytes);
        handOn(full, false);
    }

    private ByteBuf newChunk(int bytes) {
        int room = drain.headroom();
        return allocator.buffer(room + bytes, room + chunkBytes).setIndex(room, room);
    }

    private void handOn(ByteBuf full, boolean last) {
        handedOn += full.readableBytes();
        ContentCopy other = copy;
        if (other != null) {
            other.onBytes(full);
        }
        drain.accept(full, last);
    }

    /** Bytes of an array, from an index on. */
    private static final class Excerpt implements ObjIntConsumer<ByteBuf> {
        private final byte[] array;
        private int at;

        Excerpt(byte[] array, int at) {
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
