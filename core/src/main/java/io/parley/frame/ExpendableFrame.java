package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * A whole message in a datagram, which may be lost; docs/protocol/framing.md, section 5.6. Allowed only in datagrams,
 * for operations whose messages were agreed to be expendable.
 *
 * <pre>
 *  0        20             22          30
 * +--------+--------------+-----------+-- - - --+
 * | header | operation 16 | number 64 | content |
 * +--------+--------------+-----------+-- - - --+
 * </pre>
 */
public final class ExpendableFrame {
    private static final int OPERATION = FrameHeader.BYTES;
    private static final int NUMBER = OPERATION + Short.BYTES;
    private static final int CONTENT = NUMBER + Long.BYTES;

    private ExpendableFrame() {}

    /** Returns the number of bytes of a frame besides its content. */
    public static int overhead(Framing framing) {
        return framing.overhead() + CONTENT - FrameHeader.BYTES;
    }

    /**
     * Returns a new frame; the caller releases it. Takes ownership of the content.
     *
     * @param operation index among the operations agreed to be expendable
     * @param number that of the message, from 1 on
     */
    public static ByteBuf encode(Framing framing, int operation, long number, ByteBuf content) {
        int payload = CONTENT - FrameHeader.BYTES + content.readableBytes();
        ByteBuf frame = framing.begin(FrameType.EXPENDABLE, 0, 0, 0, payload)
                .writeShort(operation)
                .writeLong(number)
                .writeBytes(content);
        content.release();
        return framing.end(frame);
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if a field is missing. */
    public static void check(ByteBuf frame) {
        if (frame.readableBytes() < CONTENT) {
            throw FrameHeader.malformed(
                    "EXPENDABLE of at least " + CONTENT + " bytes", frame.readableBytes() + " bytes");
        }
    }

    /** Returns the operation's index among those agreed to be expendable. */
    public static int operation(ByteBuf frame) {
        return frame.getUnsignedShort(frame.readerIndex() + OPERATION);
    }

    /** Returns the message's number, which is invalid if it is not positive. */
    public static long number(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + NUMBER);
    }

    /** Moves the reader index to the content, and returns the buffer. */
    public static ByteBuf toContent(ByteBuf frame) {
        return frame.skipBytes(CONTENT);
    }
}
