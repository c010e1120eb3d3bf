package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * End of one stream; docs/protocol/framing.md, section 5.
 *
 * <pre>
 *  0        20       21
 * +--------+--------+------------+
 * | header | code 8 | text UTF-8 |
 * +--------+--------+------------+
 * </pre>
 */
public final class AbortFrame {
    /** Flag: work on the message may have started, whatever the code says. */
    public static final int DISPATCHED = 0b0000_0001;

    private static final int CODE = FrameHeader.BYTES;
    private static final int TEXT = CODE + 1;

    private AbortFrame() {}

    /** Returns a new ABORT; the caller releases it. The text is truncated to 512 bytes. */
    public static ByteBuf encode(Framing framing, long sequence, int stream, int flags, int code, String text) {
        byte[] bytes = CodedText.encode(text);
        ByteBuf frame = framing.begin(FrameType.ABORT, flags, sequence, stream, 1 + bytes.length);
        frame.writeByte(code).writeBytes(bytes);
        return framing.end(frame);
    }

    /** Returns the error code; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if it is missing. */
    public static int code(ByteBuf frame) {
        if (frame.readableBytes() < TEXT) {
            throw FrameHeader.malformed("ABORT with a code", frame.readableBytes() + " bytes");
        }
        return frame.getUnsignedByte(frame.readerIndex() + CODE);
    }

    /** Returns whether the peer may have started to work on the message, so that it is not safe to retry. */
    public static boolean isDispatched(ByteBuf frame) {
        return (FrameHeader.flags(frame) & DISPATCHED) != 0;
    }

    /**
     * Returns the peer's explanation, in which characters that could affect a log or terminal are replaced by
     * {@code ?}. {@link #code} must have been called before, which checks the length.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_FRAME} if it is longer than 512 bytes
     */
    public static String text(ByteBuf frame) {
        return CodedText.read(frame, TEXT);
    }
}
