package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.parley.HotPath;

/**
 * Where an encoder writes: chunks of pooled memory, each handed on as soon as it is full, so that a large message is
 * sent while the rest of it is still being encoded. Numbers are little-endian unless the method says otherwise. Not
 * thread-safe.
 *
 * <p>The sink owns the chunk it fills; the {@link Drain} owns each chunk it is given. {@link #finish} or {@link
 * #discard} ends the sink; one of them must be called.
 */
public final class Sink {
    private final ByteBufAllocator allocator;
    private final int chunkBytes;
    private final Drain drain;
    private final SideSink sides;
    private ByteBuf chunk;
    private long handedOn;
    private boolean ended;

    /** Takes chunks as they fill. */
    @FunctionalInterface
    public interface Drain {
        /** Takes a chunk that is not empty, or the last one, which may be empty. Owns it. */
        void accept(ByteBuf chunk, boolean last);
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
        // The first chunk grows: most messages are small, and a void call must not take a whole fragment.
        this.chunk = allocator.buffer(Math.min(512, chunkBytes), chunkBytes);
    }

    /** Where to put what is too long to stand here. */
    public SideSink sides() {
        return sides;
    }

    /** Bytes written so far; after the end, those that were handed on. */
    public long written() {
        return ended ? handedOn : handedOn + chunk.readableBytes();
    }

    @HotPath
    public void writeByte(int value) {
        room(1).writeByte(value);
    }

    public void writeShort(int value) {
        room(2).writeShortLE(value);
    }

    @HotPath
    public void writeInt(int value) {
        room(4).writeIntLE(value);
    }

    @HotPath
    public void writeLong(long value) {
        room(8).writeLongLE(value);
    }

    public void writeFloat(float value) {
        room(4).writeIntLE(Float.floatToRawIntBits(value));
    }

    @HotPath
    public void writeDouble(double value) {
        room(8).writeLongLE(Double.doubleToRawLongBits(value));
    }

    /** An unsigned varint: seven bits a byte, low bits first, at most ten bytes, always the shortest form. */
    @HotPath
    public void writeVarint(long value) {
        ByteBuf out = room(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.writeByte((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        out.writeByte((int) rest);
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
    public void writeString(CharSequence value) {
        int bytes = Utf8.length(value);
        writeVarint(bytes);
        if (bytes == value.length()) {
            writeAscii(value);
        } else {
            Utf8.write(value, this);
        }
    }

    public void writeBytes(byte[] bytes, int offset, int length) {
        int from = offset;
        int left = length;
        while (left > 0) {
            ByteBuf out = room(1);
            int step = Math.min(left, out.maxWritableBytes());
            out.writeBytes(bytes, from, step);
            from += step;
            left -= step;
        }
    }

    /** Copies the readable bytes; the buffer stays the caller's. */
    public void writeRetained(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int left = bytes.readableBytes();
        while (left > 0) {
            ByteBuf out = room(1);
            int step = Math.min(left, out.maxWritableBytes());
            out.writeBytes(bytes, at, step);
            at += step;
            left -= step;
        }
    }

    /**
     * Room for a run of fixed-size items: the chunk to write to, with at least {@code bytes} writable. For bulk copies
     * only; the buffer must not be kept.
     */
    public ByteBuf room(int bytes) {
        if (chunk.maxWritableBytes() < bytes) {
            turn();
        }
        chunk.ensureWritable(bytes);
        return chunk;
    }

    /** Hands on what is left as the last chunk. The sink takes no more. */
    public void finish() {
        if (!ended) {
            ended = true;
            handedOn += chunk.readableBytes();
            drain.accept(chunk, true);
        }
    }

    /** Drops what was not handed on. Idempotent; nothing after {@link #finish}. */
    public void discard() {
        if (!ended) {
            ended = true;
            chunk.release();
        }
    }

    private void turn() {
        ByteBuf full = chunk;
        chunk = allocator.buffer(chunkBytes, chunkBytes);
        handedOn += full.readableBytes();
        drain.accept(full, false);
    }

    private void writeAscii(CharSequence value) {
        int at = 0;
        int length = value.length();
        while (at < length) {
            ByteBuf out = room(1);
            int step = Math.min(length - at, out.maxWritableBytes());
            out.ensureWritable(step);
            ByteBufUtil.writeAscii(out, step == length ? value : value.subSequence(at, at + step));
            at += step;
        }
    }
}
