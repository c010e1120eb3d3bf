package io.parley.frame;

import io.netty.buffer.ByteBuf;

/**
 * PING, and PONG with the same bytes; docs/protocol/framing.md, section 7.
 *
 * <pre>
 *  0        20           28
 * +--------+------------+
 * | header | any bytes  |
 * +--------+------------+
 * </pre>
 */
public final class PingFrame {
    private static final int BODY = FrameHeader.BYTES;
    private static final int LENGTH = BODY + 8;

    private PingFrame() {}

    /**
     * Returns a new PING; the caller releases it.
     *
     * @param body any number; the peer returns it in its PONG
     */
    public static ByteBuf encodePing(Framing framing, long body) {
        return framing.end(framing.begin(FrameType.PING, 0, 0, 0, 8).writeLong(body));
    }

    /**
     * Returns a new PONG; the caller releases it.
     *
     * @param body that of the PING, {@link #body}
     */
    public static ByteBuf encodePong(Framing framing, long body) {
        return framing.end(framing.begin(FrameType.PONG, 0, 0, 0, 8).writeLong(body));
    }

    /**
     * Returns the body of a PING or PONG; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} if the
     * length is wrong.
     */
    public static long body(ByteBuf frame) {
        if (frame.readableBytes() != LENGTH) {
            throw FrameHeader.malformed("PING of " + LENGTH + " bytes", frame.readableBytes() + " bytes");
        }
        return frame.getLong(frame.readerIndex() + BODY);
    }
}
