package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Acceptance of a session; docs/protocol.md, sections 2 and 12. If it is not resumable, received is 0 and the secret
 * empty.
 *
 * <pre>
 *  0        20           52            60                61
 * +--------+------------+-------------+-----------------+--------+
 * | header | digest 256 | received 64 | secret length 8 | secret |
 * +--------+------------+-------------+-----------------+--------+
 * </pre>
 */
public final class AcceptFrame {
    private static final int DIGEST_BYTES = 32;
    private static final int DIGEST = FrameHeader.BYTES;
    private static final int RECEIVED = DIGEST + DIGEST_BYTES;
    private static final int SECRET_LENGTH = RECEIVED + 8;
    private static final int SECRET = SECRET_LENGTH + 1;

    private AcceptFrame() {}

    /**
     * Returns a new ACCEPT; the caller releases it. The arrays are copied.
     *
     * @param digest of the agreement, 32 bytes
     * @param received sequence number up to which all of the peer's frames were received; 0 for a new session
     * @param secret for the next resumption, at most 255 bytes; empty if the session is not resumable
     * @throws IllegalArgumentException if secret or digest has another length
     */
    public static ByteBuf encode(Framing framing, byte[] digest, long received, byte[] secret) {
        if (digest.length != DIGEST_BYTES || secret.length > 255) {
            throw new IllegalArgumentException("expected a digest of 32 bytes and a secret of at most 255, found "
                    + digest.length + " and " + secret.length);
        }
        return framing.end(framing.begin(FrameType.ACCEPT, 0, 0, 0, SECRET - FrameHeader.BYTES + secret.length)
                .writeBytes(digest)
                .writeLong(received)
                .writeByte(secret.length)
                .writeBytes(secret));
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} unless the fields fill the payload exactly. */
    public static void check(ByteBuf frame) {
        int length = frame.readableBytes();
        if (length < SECRET || length != SECRET + frame.getUnsignedByte(frame.readerIndex() + SECRET_LENGTH)) {
            throw FrameHeader.malformed("ACCEPT with digest, number and secret", length + " bytes");
        }
    }

    /** Returns a copy of the digest of the peer's agreement, 32 bytes. The frame must have passed {@link #check}. */
    public static byte[] digest(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, frame.readerIndex() + DIGEST, DIGEST_BYTES);
    }

    /**
     * Returns the number up to which the peer has received this side's frames. The frame must have passed
     * {@link #check}; the number is the peer's claim.
     */
    public static long received(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + RECEIVED);
    }

    /**
     * Returns a copy of the secret for the next resumption; empty if the session is not resumable. The frame must have
     * passed {@link #check}; the session checks the secret's length.
     */
    public static byte[] secret(ByteBuf frame) {
        return ByteBufUtil.getBytes(
                frame, frame.readerIndex() + SECRET, frame.getUnsignedByte(frame.readerIndex() + SECRET_LENGTH));
    }
}
