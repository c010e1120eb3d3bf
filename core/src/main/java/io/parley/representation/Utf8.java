package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.ParleyException;

/** UTF-8 that refuses what it cannot carry, where Java and Netty would put a question mark. */
final class Utf8 {
    /** Characters written at a time: at most three bytes each, so a step fits the smallest chunk. */
    private static final int STEP = 16;

    private Utf8() {}

    static void write(CharSequence value, Sink sink) {
        int length = value.length();
        int at = 0;
        while (at < length) {
            int end = at;
            ByteBuf out = sink.room(3 * STEP);
            int most = Math.min(length, at + out.maxWritableBytes() / 3);
            while (end < most && !Character.isSurrogate(value.charAt(end))) {
                end++;
            }
            if (end > at) {
                ByteBufUtil.writeUtf8(out, value, at, end);
            } else {
                end = writePair(value, at, out);
            }
            at = end;
        }
    }

    private static int writePair(CharSequence value, int at, ByteBuf out) {
        char high = value.charAt(at);
        if (!Character.isHighSurrogate(high)
                || at + 1 == value.length()
                || !Character.isLowSurrogate(value.charAt(at + 1))) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "string: expected Unicode text, found an unpaired surrogate at character " + at);
        }
        int point = Character.toCodePoint(high, value.charAt(at + 1));
        out.writeByte(0xF0 | (point >> 18));
        out.writeByte(0x80 | ((point >> 12) & 0x3F));
        out.writeByte(0x80 | ((point >> 6) & 0x3F));
        out.writeByte(0x80 | (point & 0x3F));
        return at + 2;
    }
}
