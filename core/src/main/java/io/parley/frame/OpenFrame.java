package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * Request of a session; docs/protocol/framing.md, section 2. The token is a secret: it must neither be stored nor
 * logged.
 *
 * <pre>
 *  0        20               21
 * +--------+----------------+-------+------------+-----------------+-------+
 * | header | token length 8 | token | digest 256 | terms length 16 | terms |
 * +--------+----------------+-------+------------+-----------------+-------+
 * </pre>
 */
public final class OpenFrame {
    /** Maximum length of the terms in bytes. */
    public static final int MAX_TERMS = 1024;

    /** Maximum length of a token in bytes. */
    public static final int MAX_TOKEN = 255;

    private static final int DIGEST_BYTES = 32;
    private static final int FIXED_BYTES = 1 + DIGEST_BYTES + 2;

    private OpenFrame() {}

    /**
     * Returns a new OPEN; the caller releases it. The arrays are copied.
     *
     * @param token that of the answer, at most {@link #MAX_TOKEN} bytes
     * @param digest of the agreement, 32 bytes
     * @param terms opaque to the frame, at most {@link #MAX_TERMS} bytes
     * @throws IllegalArgumentException if one of them has another length
     */
    public static ByteBuf encode(Framing framing, byte[] token, byte[] digest, byte[] terms) {
        checkLengths(token.length, digest.length, terms.length);
        return framing.end(framing.begin(FrameType.OPEN, 0, 0, 0, FIXED_BYTES + token.length + terms.length)
                .writeByte(token.length)
                .writeBytes(token)
                .writeBytes(digest)
                .writeShort(terms.length)
                .writeBytes(terms));
    }

    /** Throws {@link io.parley.ParleyException} {@code MALFORMED_FRAME} unless the fields fill the payload exactly. */
    public static void check(ByteBuf frame) {
        int payload = frame.readableBytes() - FrameHeader.BYTES;
        if (payload < FIXED_BYTES
                || payload < FIXED_BYTES + tokenLength(frame)
                || payload != FIXED_BYTES + tokenLength(frame) + termsLength(frame)
                || termsLength(frame) > MAX_TERMS) {
            throw FrameHeader.malformed("OPEN with token, digest and terms", payload + " bytes");
        }
    }

    /** Returns a copy of the token, a secret that is not validated yet. The frame must have passed {@link #check}. */
    public static byte[] token(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, tokenAt(frame), tokenLength(frame));
    }

    /** Returns a copy of the digest of the peer's agreement, 32 bytes. The frame must have passed {@link #check}. */
    public static byte[] digest(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, digestAt(frame), DIGEST_BYTES);
    }

    /**
     * Returns a copy of the terms, whose meaning negotiation defines; may be empty. The frame must have passed
     * {@link #check}.
     */
    public static byte[] terms(ByteBuf frame) {
        return ByteBufUtil.getBytes(frame, digestAt(frame) + DIGEST_BYTES + 2, termsLength(frame));
    }

    private static int tokenAt(ByteBuf frame) {
        return frame.readerIndex() + FrameHeader.BYTES + 1;
    }

    private static int tokenLength(ByteBuf frame) {
        return frame.getUnsignedByte(tokenAt(frame) - 1);
    }

    private static int digestAt(ByteBuf frame) {
        return tokenAt(frame) + tokenLength(frame);
    }

    private static int termsLength(ByteBuf frame) {
        return frame.getUnsignedShort(digestAt(frame) + DIGEST_BYTES);
    }

    private static void checkLengths(int token, int digest, int terms) {
        if (token > MAX_TOKEN || digest != DIGEST_BYTES || terms > MAX_TERMS) {
            throw new IllegalArgumentException("expected a token of at most " + MAX_TOKEN + " bytes, a digest of "
                    + DIGEST_BYTES + " and terms of at most " + MAX_TERMS + ", found " + token + ", " + digest + " and "
                    + terms);
        }
    }
}
