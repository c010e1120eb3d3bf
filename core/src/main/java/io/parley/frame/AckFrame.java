package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * Acknowledgement of all frames up to a sequence number; docs/protocol/durable.md, section 12. Allowed only in
 * resumable sessions.
 *
 * <pre>
 *  0        20            28
 * +--------+-------------+
 * | header | received 64 |
 * +--------+-------------+
 * </pre>
 */
public final class AckFrame {
    private static final int RECEIVED = FrameHeader.BYTES;
    private static final int LENGTH = RECEIVED + 8;

    private AckFrame() {}

    /**
     * Returns a new ACK; the caller releases it.
     *
     * @param received sequence number up to which all of the peer's frames were received
     */
    public static ByteBuf encode(Framing framing, long received) {
        return framing.end(framing.begin(FrameType.ACK, 0, 0, 0, 8).writeLong(received));
    }

    /** Returns the number; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if the length is wrong. */
    public static long received(ByteBuf frame) {
        if (frame.readableBytes() != LENGTH) {
            throw FrameHeader.malformed("ACK of " + LENGTH + " bytes", frame.readableBytes() + " bytes");
        }
        return frame.getLong(frame.readerIndex() + RECEIVED);
    }
}
