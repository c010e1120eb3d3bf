package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * End of the session, at once or when open streams have ended; docs/protocol/framing.md, section 7.
 *
 * <pre>
 *  0        20       21               25
 * +--------+--------+----------------+------------+
 * | header | code 8 | last stream 32 | text UTF-8 |
 * +--------+--------+----------------+------------+
 * </pre>
 */
public final class GoawayFrame {
    /** Flag: streams up to the last stream are finished first. */
    public static final int DRAIN = 0b1;

    private static final int CODE = FrameHeader.BYTES;
    private static final int LAST = CODE + 1;
    private static final int TEXT = LAST + 4;

    private GoawayFrame() {}

    /** Returns a new GOAWAY; the caller releases it. The text is truncated to 512 bytes. */
    public static ByteBuf encode(Framing framing, long sequence, int flags, int code, int lastStream, String text) {
        byte[] bytes = CodedText.encode(text);
        ByteBuf frame = framing.begin(FrameType.GOAWAY, flags, sequence, 0, TEXT - FrameHeader.BYTES + bytes.length);
        frame.writeByte(code).writeInt(lastStream).writeBytes(bytes);
        return framing.end(frame);
    }

    /**
     * Returns the error code; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if a field is missing.
     */
    public static int code(ByteBuf frame) {
        if (frame.readableBytes() < TEXT) {
            throw FrameHeader.malformed("GOAWAY with code and stream", frame.readableBytes() + " bytes");
        }
        return frame.getUnsignedByte(frame.readerIndex() + CODE);
    }

    /** Returns the highest stream that was or will be served; unvalidated, so that it may be negative. */
    public static int lastStream(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + LAST);
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
