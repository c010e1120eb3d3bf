package io.parley.testkit.channel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;

/** The contract's own frames: a length of four bytes, that counts itself, and anything behind it. */
final class Lengths {
    static final int MAX = 2 * 1024 * 1024;

    private Lengths() {}

    static ByteBuf frame(int length, int seed) {
        ByteBuf frame = ByteBufAllocator.DEFAULT.buffer(length).writeInt(length);
        for (int i = Integer.BYTES; i < length; i++) {
            frame.writeByte(seed + i);
        }
        return frame;
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

    /** Whether the bytes are those of {@link #frame}. */
    static boolean isIntact(ByteBuf frame, int seed) {
        for (int i = Integer.BYTES; i < frame.readableBytes(); i++) {
            if (frame.getByte(frame.readerIndex() + i) != (byte) (seed + i)) {
                return false;
            }
        }
        return frame.readableBytes() == frame.getInt(frame.readerIndex());
    }
}
