package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.Limit;
import io.parley.ParleyException;
import java.util.zip.CRC32C;

/**
 * The 20 bytes before every payload; docs/protocol/framing.md, section 3.
 *
 * <pre>
 *  0               4      5      6                    12               16              20
 * +---------------+------+------+--------------------+----------------+---------------+
 * | length 32     |type 8|flags | sequence number 48 | stream id 32   | header CRC32C |
 * +---------------+------+------+--------------------+----------------+---------------+
 * </pre>
 */
public final class FrameHeader {
    /** Length of the header in bytes. */
    public static final int BYTES = 20;

    private static final int LENGTH = 0;
    private static final int TYPE = 4;
    private static final int FLAGS = 5;
    private static final int SEQUENCE_HIGH = 6;
    private static final int SEQUENCE_LOW = 8;
    private static final int STREAM = 12;
    private static final int CHECKSUM = 16;

    private FrameHeader() {}

    /**
     * Returns the length of the frame that starts at the reader index, or 0 if its length field is not complete.
     *
     * @param limit the limit that applies now
     * @param most its value
     * @throws ParleyException {@code MALFORMED_FRAME} if the length is too small for a frame or too great
     */
    @HotPath
    public static int length(ByteBuf in, Limit limit, int most) {
        if (in.readableBytes() < Integer.BYTES) {
            return 0;
        }
        int length = in.getInt(in.readerIndex() + LENGTH);
        if (length < BYTES || length > most) {
            throw badLength(length, limit, most);
        }
        return length;
    }

    /**
     * Checks length, checksum, type and flags of a whole frame: everything that is independent of the session.
     *
     * @throws ParleyException {@code MALFORMED_FRAME} if one is invalid, {@code PROTOCOL} if the stream id does not fit
     *     the type
     */
    @HotPath
    static FrameType check(ByteBuf frame, CRC32C crc) {
        int at = frame.readerIndex();
        if (frame.readableBytes() < BYTES || frame.getInt(at + LENGTH) != frame.readableBytes()) {
            throw malformed("a frame as long as its length field says", frame.readableBytes() + " bytes");
        }
        if (checksum(frame, at, crc) != frame.getInt(at + CHECKSUM)) {
            throw malformed("a header whose checksum holds", "one whose checksum does not hold");
        }
        FrameType type = FrameType.of(frame.getUnsignedByte(at + TYPE));
        if (type == null) {
            throw malformed("a known frame type", "type " + frame.getUnsignedByte(at + TYPE));
        }
        int flags = frame.getUnsignedByte(at + FLAGS);
        if ((flags & ~type.flags()) != 0) {
            throw malformed("flags of " + type, "0x" + Integer.toHexString(flags));
        }
        checkStream(type, frame.getInt(at + STREAM));
        return type;
    }

    static void write(ByteBuf out, int length, FrameType type, int flags, long sequence, int stream, CRC32C crc) {
        int at = out.writerIndex();
        out.writeInt(length);
        out.writeByte(type.number());
        out.writeByte(flags);
        out.writeShort((int) (sequence >>> 32));
        out.writeInt((int) sequence);
        out.writeInt(stream);
        out.writeInt(checksum(out, at, crc));
    }

    /** Returns the length field of a checked frame, which includes the checksums even if they were removed since. */
    @HotPath
    public static int length(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + LENGTH);
    }

    /** Returns the type of a frame that was checked or created here. */
    public static FrameType type(ByteBuf frame) {
        FrameType type = FrameType.of(frame.getUnsignedByte(frame.readerIndex() + TYPE));
        if (type == null) {
            throw new IllegalStateException("expected a checked frame, found one of no known type");
        }
        return type;
    }

    /** Returns the eight flag bits; a checked frame has only those of its {@link FrameType#flags type}. */
    public static int flags(ByteBuf frame) {
        return frame.getUnsignedByte(frame.readerIndex() + FLAGS);
    }

    /** Returns the sequence number, 48 bits unsigned; 0 in frames of {@link FrameType.Scope#CONNECTION}. */
    public static long sequence(ByteBuf frame) {
        int at = frame.readerIndex();
        return (long) frame.getUnsignedShort(at + SEQUENCE_HIGH) << 32 | frame.getUnsignedInt(at + SEQUENCE_LOW);
    }

    /** Returns the stream id, or 0 for the session as a whole; not negative in a checked frame. */
    public static int stream(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + STREAM);
    }

    static ParleyException malformed(String expected, String found) {
        return new ParleyException(ErrorCode.MALFORMED_FRAME, "frame: expected " + expected + ", found " + found);
    }

    private static void checkStream(FrameType type, int stream) {
        boolean fits = switch (type.streamUse()) {
            case NONE -> stream == 0;
            case STREAM -> stream > 0;
            case EITHER -> stream >= 0;
        };
        if (!fits) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    type + ": expected " + (type.streamUse() == FrameType.StreamUse.NONE ? "stream 0" : "a stream id")
                            + ", found stream " + Integer.toUnsignedString(stream));
        }
    }

    /**
     * Computes the header's checksum by a table look-up per byte: for 16 bytes as fast as the intrinsic, without
     * allocation.
     */
    private static int checksum(ByteBuf buffer, int from, CRC32C crc) {
        crc.reset();
        for (int at = from; at < from + CHECKSUM; at++) {
            crc.update(buffer.getByte(at));
        }
        return (int) crc.getValue();
    }

    private static ParleyException badLength(int length, Limit limit, int most) {
        return malformed(
                "a length of " + BYTES + " to " + most + " bytes (" + limit.setting() + ")",
                Integer.toUnsignedString(length));
    }
}
