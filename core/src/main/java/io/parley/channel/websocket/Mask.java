package io.parley.channel.websocket;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The masking of RFC 6455, section 5.3: eight bytes at a time, in native byte order. */
final class Mask {
    private static final int WORD = Long.BYTES;
    private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    private Mask() {}

    /**
     * Masks or unmasks bytes in place.
     *
     * @param mask whose first byte applies to the first of these bytes
     */
    @HotPath
    static void apply(ByteBuf buffer, int index, int length, int mask) {
        if (buffer.nioBufferCount() == 1) {
            ByteBuffer bytes = buffer.nioBuffer(index, length);
            xor(bytes, bytes, mask);
            return;
        }
        for (int i = 0; i < length; i++) {
            buffer.setByte(index + i, buffer.getByte(index + i) ^ byteOf(mask, i));
        }
    }

    /** Appends the readable bytes of a buffer, masked; the buffer is not changed. */
    @HotPath
    static void append(ByteBuf from, ByteBuf to, int mask) {
        int length = from.readableBytes();
        int index = to.writerIndex();
        to.ensureWritable(length);
        to.writerIndex(index + length);
        ByteBuffer into = to.nioBuffer(index, length);
        if (from.nioBufferCount() == 1) {
            xor(from.nioBuffer(), into, mask);
            return;
        }
        int begin = 0;
        for (ByteBuffer part : from.nioBuffers()) {
            xor(part, into.slice(begin, part.remaining()), rotated(mask, begin));
            begin += part.remaining();
        }
    }

    /** Returns the mask for bytes at an offset from those of the given mask. */
    static int rotated(int mask, int bytes) {
        return Integer.rotateLeft(mask, Byte.SIZE * (bytes & 3));
    }

    /** Masks one buffer into another of the same length, which may be the same. */
    @HotPath
    private static void xor(ByteBuffer from, ByteBuffer to, int mask) {
        ByteBuffer source = from.slice().order(ByteOrder.nativeOrder());
        ByteBuffer target = to.slice().order(ByteOrder.nativeOrder());
        long twice = (mask & 0xFFFF_FFFFL) << Integer.SIZE | (mask & 0xFFFF_FFFFL);
        long words = LITTLE ? Long.reverseBytes(twice) : twice;
        int length = source.remaining();
        int whole = length & -WORD;
        for (int i = 0; i < whole; i += WORD) {
            target.putLong(i, source.getLong(i) ^ words);
        }
        for (int i = whole; i < length; i++) {
            target.put(i, (byte) (source.get(i) ^ byteOf(mask, i)));
        }
    }

    private static byte byteOf(int mask, int position) {
        return (byte) (mask >>> (Integer.SIZE - Byte.SIZE * (1 + (position & 3))));
    }
}
