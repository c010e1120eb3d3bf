package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;

/** UTF-8 that refuses what it cannot carry, where Java and Netty would put a question mark. */
final class Utf8 {
    /** Characters written at a time: at most three bytes each, so a step fits the smallest chunk. */
    private static final int STEP = 16;

    private Utf8() {}

    /** Bytes that the text takes. */
    @HotPath
    static int length(CharSequence value) {
        int length = value.length();
        long bytes = length;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                bytes += c < 0x800 ? 1 : 2;
                if (Character.isSurrogate(c)) {
                    requirePair(value, i++);
                }
            }
        }
        return Math.toIntExact(bytes);
    }

    /** Writes text that {@link #length} has passed. */
    static void write(CharSequence value, Sink sink) {
        int length = value.length();
        int at = 0;
        while (at < length) {
            ByteBuf out = sink.room(3 * STEP);
            int end = Math.min(length, at + out.maxWritableBytes() / 3);
            if (end < length && Character.isLowSurrogate(value.charAt(end))) {
                end--;
            }
            ByteBufUtil.writeUtf8(out, value, at, end);
            at = end;
        }
    }

    private static void requirePair(CharSequence value, int at) {
        if (!Character.isHighSurrogate(value.charAt(at))
                || at + 1 == value.length()
                || !Character.isLowSurrogate(value.charAt(at + 1))) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "string: expected Unicode text, found an unpaired surrogate at character " + at);
        }
    }
}
