package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** The content of a simulated message while it is read: four bytes with the message's number, then a pattern. */
final class CheckedContent {
    private int number;
    private int length;

    static byte at(int number, int at) {
        return at < 4 ? (byte) (number >>> (8 * at)) : (byte) (number * 31 + at);
    }

    /** Compares a chunk with the pattern and releases it. */
    void add(ByteBuf chunk) {
        byte[] bytes = ByteBufUtil.getBytes(chunk);
        chunk.release();
        for (byte found : bytes) {
            number |= length < 4 ? (found & 0xFF) << (8 * length) : 0;
            if (length >= 4 && found != at(number, length)) {
                throw new AssertionError("message " + number + " differs at byte " + length);
            }
            length++;
        }
    }

    int number() {
        return number;
    }

    int length() {
        return length;
    }
}
