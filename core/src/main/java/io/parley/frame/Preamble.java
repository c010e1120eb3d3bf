package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.ParleyException;

/**
 * The first 8 bytes of each side; docs/protocol/framing.md, section 2.
 *
 * <pre>
 *  0                           4         5        6                 8
 * +------+------+------+------+---------+--------+-----------------+
 * |  P      R      L      Y   | version | 0      | feature bits 16 |
 * +------+------+------+------+---------+--------+-----------------+
 * </pre>
 */
public final class Preamble {
    /** Length of the preamble in bytes. */
    public static final int BYTES = 8;

    /** The version of the protocol. */
    public static final int VERSION = 1;

    /** Feature bit: the frames of this side have a payload checksum. */
    public static final int PAYLOAD_CHECKSUM = 0x0001;

    private static final int MAGIC = 0x50524C59;
    private static final int VERSION_AT = 4;
    private static final int ZERO_AT = 5;
    private static final int FEATURES_AT = 6;

    private Preamble() {}

    /**
     * Returns a new preamble of this {@link #VERSION}; the caller releases it.
     *
     * @param features bits of the features that this side uses, such as {@link #PAYLOAD_CHECKSUM}
     */
    public static ByteBuf encode(ByteBufAllocator allocator, int features) {
        return allocator
                .buffer(BYTES, BYTES)
                .writeInt(MAGIC)
                .writeByte(VERSION)
                .writeByte(0)
                .writeShort(features);
    }

    /** Returns whether the available bytes, at most 8, could start a preamble. */
    public static boolean mayBegin(ByteBuf in) {
        int at = in.readerIndex();
        int known = Math.min(Integer.BYTES, in.readableBytes());
        for (int i = 0; i < known; i++) {
            if (in.getByte(at + i) != (byte) (MAGIC >>> (24 - 8 * i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the feature bits of a preamble whose magic was checked by {@link #mayBegin}.
     *
     * @throws ParleyException {@code VERSION} if this side does not support the version or a feature
     */
    public static int features(ByteBuf in) {
        int at = in.readerIndex();
        int version = in.getUnsignedByte(at + VERSION_AT);
        int zero = in.getUnsignedByte(at + ZERO_AT);
        int features = in.getUnsignedShort(at + FEATURES_AT);
        if (version != VERSION || zero != 0) {
            throw new ParleyException(
                    ErrorCode.VERSION, "preamble: expected version " + VERSION + ", found " + version + "." + zero);
        }
        if ((features & ~PAYLOAD_CHECKSUM) != 0) {
            throw new ParleyException(
                    ErrorCode.VERSION,
                    "preamble: expected feature bits of 0x" + Integer.toHexString(PAYLOAD_CHECKSUM) + ", found 0x"
                            + Integer.toHexString(features));
        }
        return features;
    }
}
