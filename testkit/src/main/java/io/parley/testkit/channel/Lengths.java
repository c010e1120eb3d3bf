package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Frames of the channel contract: four bytes of length, which includes them, and any bytes. */
final class Lengths {
    static final int MAX = 2 * 1024 * 1024;

    private Lengths() {}

    static ByteBuf frame(int length, int seed) {
        return ByteBufAllocator.DEFAULT.buffer(length).writeBytes(bytes(length, seed));
    }

    static int of(ByteBuf in) {
        if (in.readableBytes() < Integer.BYTES) {
            return 0;
        }
        int length = in.getInt(in.readerIndex());
        if (length < Integer.BYTES || length > MAX) {
            throw new ParleyException(ErrorCode.MALFORMED_FRAME, "expected a length of 4 to " + MAX);
        }
        return length;
    }

    /** Returns whether the bytes are those of {@link #frame}. */
    static boolean isIntact(ByteBuf frame, int seed) {
        byte[] found = ByteBufUtil.getBytes(frame);
        return Arrays.equals(found, bytes(found.length, seed));
    }

    // In an array, because a buffer that is tracked for leaks records each access.
    private static byte[] bytes(int length, int seed) {
        byte[] bytes = ByteBuffer.allocate(length).putInt(length).array();
        for (int i = Integer.BYTES; i < length; i++) {
            bytes[i] = (byte) (seed + i);
        }
        return bytes;
    }
}
