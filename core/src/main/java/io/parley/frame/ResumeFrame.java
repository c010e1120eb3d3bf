package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Request to resume a session on a new connection; docs/protocol/durable.md, section 12. Allowed only for resumable
 * sessions.
 *
 * <pre>
 *  0        20                21
 * +--------+-----------------+--------+------------+-------------+
 * | header | secret length 8 | secret | digest 256 | received 64 |
 * +--------+-----------------+--------+------------+-------------+
 * </pre>
 */
public final class ResumeFrame {
    private static final int DIGEST_BYTES = 32;
    private static final int SECRET_LENGTH = FrameHeader.BYTES;
    private static final int FIXED_BYTES = 1 + DIGEST_BYTES + 8;

    private ResumeFrame() {}

    /**
     * Returns a new RESUME; the caller releases it. The arrays are copied.
     *
     * @param secret of the last ACCEPT, at most 255 bytes
     * @param digest of the agreement, 32 bytes
     * @param received sequence number up to which all of the peer's frames were received
     * @throws IllegalArgumentException if secret or digest has another length
     */
    public static ByteBuf encode(Framing framing, byte[] secret, byte[] digest, long received) {
        if (digest.length != DIGEST_BYTES || secret.length > 255) {
            throw new IllegalArgumentException("expected a digest of 32 bytes and a secret of at most 255, found "
                    + digest.length + " and " + secret.length);
        }
        return framing.end(framing.begin(FrameType.RESUME, 0, 0, 0, FIXED_BYTES + secret.length)
                .writeByte(secret.length)
                .writeBytes(secret)
                .writeBytes(digest)
                .writeLong(received));
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} unless the fields fill the payload exactly. */
    public static void check(ByteBuf frame) {
        int payload = frame.readableBytes() - FrameHeader.BYTES;
        if (payload < FIXED_BYTES || payload != FIXED_BYTES + secretLength(frame)) {
            throw FrameHeader.malformed("RESUME with secret, digest and number", payload + " bytes");
        }
    }

    /**
     * Returns a copy of the secret that identifies the session and authorises its resumption. The frame must have
     * passed {@link #check}.
     */
    public static byte[] secret(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, secretAt(frame), secretLength(frame));
    }

    /** Returns a copy of the agreement's digest, 32 bytes. The frame must have passed {@link #check}. */
    public static byte[] digest(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, secretAt(frame) + secretLength(frame), DIGEST_BYTES);
    }

    /**
     * Returns the number up to which the peer has received this side's frames. The frame must have passed
     * {@link #check}; the number is the peer's claim.
     */
    public static long received(ByteBuf frame) {
        return frame.getLong(secretAt(frame) + secretLength(frame) + DIGEST_BYTES);
    }

    private static int secretAt(ByteBuf frame) {
        return frame.readerIndex() + SECRET_LENGTH + 1;
    }

    private static int secretLength(ByteBuf frame) {
        return frame.getUnsignedByte(frame.readerIndex() + SECRET_LENGTH);
    }
}
