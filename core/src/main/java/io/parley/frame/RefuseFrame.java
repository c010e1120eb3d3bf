package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * Refusal of a session; docs/protocol/framing.md, section 2.
 *
 * <pre>
 *  0        20       21
 * +--------+--------+------------+
 * | header | code 8 | text UTF-8 |
 * +--------+--------+------------+
 * </pre>
 */
public final class RefuseFrame {
    private static final int CODE = FrameHeader.BYTES;
    private static final int TEXT = CODE + 1;

    private RefuseFrame() {}

    /** Returns a new REFUSE; the caller releases it. The text is truncated to 512 bytes. */
    public static ByteBuf encode(Framing framing, int code, String text) {
        byte[] bytes = CodedText.encode(text);
        ByteBuf frame = framing.begin(FrameType.REFUSE, 0, 0, 0, 1 + bytes.length);
        frame.writeByte(code).writeBytes(bytes);
        return framing.end(frame);
    }

    /** Returns the error code; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if it is missing. */
    public static int code(ByteBuf frame) {
        if (frame.readableBytes() < TEXT) {
            throw FrameHeader.malformed("REFUSE with a code", frame.readableBytes() + " bytes");
        }
        return frame.getUnsignedByte(frame.readerIndex() + CODE);
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
