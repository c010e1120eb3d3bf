package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;

/**
 * Grant of more credit, for one stream or for the session (stream 0); docs/protocol/framing.md, section 6.
 *
 * <pre>
 *  0        20         24
 * +--------+----------+
 * | header | bytes 32 |
 * +--------+----------+
 * </pre>
 */
public final class CreditFrame {
    private static final int CREDIT = FrameHeader.BYTES;
    private static final int LENGTH = CREDIT + 4;

    private CreditFrame() {}

    /**
     * Returns a new CREDIT; the caller releases it.
     *
     * @param stream that gets the credit, or 0 for the session
     * @param bytes additional bytes that the peer may send, at least 1
     */
    @HotPath
    public static ByteBuf encode(Framing framing, long sequence, int stream, int bytes) {
        return framing.end(
                framing.begin(FrameType.CREDIT, 0, sequence, stream, 4).writeInt(bytes));
    }

    /** Returns the credit, at least 1; throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} otherwise. */
    @HotPath
    public static int bytes(ByteBuf frame) {
        if (frame.readableBytes() != LENGTH) {
            throw FrameHeader.malformed("CREDIT of " + LENGTH + " bytes", frame.readableBytes() + " bytes");
        }
        int bytes = frame.getInt(frame.readerIndex() + CREDIT);
        if (bytes < 1) {
            throw FrameHeader.malformed(
                    "CREDIT of 1 to " + Integer.MAX_VALUE + " bytes", Integer.toUnsignedString(bytes));
        }
        return bytes;
    }
}
