package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * Ends one stream; docs/protocol/framing.md, section 5.
 *
 * <pre>
 *  0        20       21
 * +--------+--------+------------+
 * | header | code 8 | text UTF-8 |
 * +--------+--------+------------+
 * </pre>
 */
public final class AbortFrame {
    /** Flag: work on the message may have begun, whatever the code says. */
    public static final int DISPATCHED = 0b0000_0001;

    private static final int CODE = FrameHeader.BYTES;
    private static final int TEXT = CODE + 1;

    private AbortFrame() {}

    /** The text is cut to 512 bytes. */
    public static ByteBuf encode(Framing framing, long sequence, int stream, int flags, int code, String text) {
        byte[] bytes = CodedText.encode(text);
        ByteBuf frame = framing.begin(FrameType.ABORT, flags, sequence, stream, 1 + bytes.length);
        frame.writeByte(code).writeBytes(bytes);
        return framing.end(frame);
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} unless the code is there. */
    public static int code(ByteBuf frame) {
        if (frame.readableBytes() < TEXT) {
            throw FrameHeader.malformed("ABORT with a code", frame.readableBytes() + " bytes");
        }
        return frame.getUnsignedByte(frame.readerIndex() + CODE);
    }

    /** Returns whether the peer may have begun to work on the message: then it is not safe to send it again. */
    public static boolean isDispatched(ByteBuf frame) {
        return (FrameHeader.flags(frame) & DISPATCHED) != 0;
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
