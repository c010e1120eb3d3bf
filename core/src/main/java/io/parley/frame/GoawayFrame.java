package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * Ends the session, at once or after what is under way; docs/protocol/framing.md, section 7.
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

    /** The text is cut to 512 bytes. */
    public static ByteBuf encode(Framing framing, long sequence, int flags, int code, int lastStream, String text) {
        byte[] bytes = CodedText.encode(text);
        ByteBuf frame = framing.begin(FrameType.GOAWAY, flags, sequence, 0, TEXT - FrameHeader.BYTES + bytes.length);
        frame.writeByte(code).writeInt(lastStream).writeBytes(bytes);
        return framing.end(frame);
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} unless all fields are there. */
    public static int code(ByteBuf frame) {
        if (frame.readableBytes() < TEXT) {
            throw FrameHeader.malformed("GOAWAY with code and stream", frame.readableBytes() + " bytes");
        }
        return frame.getUnsignedByte(frame.readerIndex() + CODE);
    }

    /** Negative if it is none. */
    public static int lastStream(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + LAST);
    }

    /**
     * Returns the peer's explanation, with {@code ?} for what could act on a log or terminal. Call {@link #code}
     * before, which checks that there is a place for it.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_FRAME} if it is longer than 512 bytes
     */
    public static String text(ByteBuf frame) {
        return CodedText.read(frame, TEXT);
    }
}
