package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;

/**
 * A fragment of a message or side stream; docs/protocol/framing.md, section 5.
 *
 * <pre>
 *  0        20                     28              32            34
 * +--------+----------------------+---------------+-------------+-------------------+-- - - --+
 * | header | declared 64 if BEGIN | message 32 and number 16    | count 16 if SIDES | content |
 * |        | or AT_MOST           | if it begins a side stream  |                   |         |
 * +--------+----------------------+---------------+-------------+-------------------+-- - - --+
 * </pre>
 */
public final class DataFrame {
    /** Flag: the first fragment; the declared length precedes the content. */
    public static final int BEGIN = 0b000_0001;

    /** Flag: the last fragment. */
    public static final int END = 0b000_0010;

    /** Flag: the declared length is a bound; without BEGIN it replaces the previous bound. */
    public static final int AT_MOST = 0b000_0100;

    /** Flag: side streams of this message follow, with their number; only with END. */
    public static final int SIDES = 0b000_1000;

    /** Mask of the kind; 0 without BEGIN. */
    public static final int KIND = 0b111_0000;

    /** Kind of a message that has a response. */
    public static final int REQUEST = 0b000_0000;

    /** Kind of a message without a response. */
    public static final int ONE_WAY = 0b001_0000;

    /** Kind of a response. */
    public static final int RESPONSE = 0b010_0000;

    /** Kind of a response that is a fault. */
    public static final int FAULT = 0b011_0000;

    /** Kind of a side stream, which belongs to a message. */
    public static final int SIDE = 0b100_0000;

    /** Maximum number of side streams that a message can announce. */
    public static final int MOST_SIDES = 0xFFFF;

    /** Maximum number of bytes between header and content of a fragment. */
    public static final int MOST_FIELDS = Long.BYTES + Integer.BYTES + Short.BYTES;

    /** Headroom of content around which a frame is built without copying; the next constant is the tailroom. */
    public static final int ROOM_BEFORE = FrameHeader.BYTES + MOST_FIELDS + Short.BYTES;

    public static final int ROOM_BEHIND = Integer.BYTES;

    static final int FLAGS = BEGIN | END | AT_MOST | SIDES | KIND;

    private static final int FLAG_BITS = 0xFF;
    private static final int DECLARED = FrameHeader.BYTES;
    private static final int MESSAGE = DECLARED + Long.BYTES;
    private static final int NUMBER = MESSAGE + Integer.BYTES;

    /**
     * Maximum content that is copied, which is cheaper up to this length than a composite buffer, whose components are
     * written one by one.
     */
    private static final int COPIED_BYTES = 16 * 1024;

    private DataFrame() {}

    /**
     * Returns the additional flags of a last fragment that announces side streams: SIDES, and their number above the
     * eight bits of the header; 0 if there are none.
     */
    public static int announcing(int sides) {
        return sides > 0 ? sides << Byte.SIZE | SIDES : 0;
    }

    /**
     * Encodes a fragment with the declared length of its message: the first one, or with AT_MOST one that raises the
     * bound. Takes ownership of the content, whose buffer may become the frame's.
     *
     * @param flags including those of {@link #announcing}
     */
    @HotPath
    public static ByteBuf encodeDeclared(
            Framing framing, long sequence, int stream, int flags, long declared, ByteBuf content) {
        int bytes = content.readableBytes();
        ByteBuf frame = begin(framing, sequence, stream, flags, content);
        frame.writeLong(declared);
        return end(framing, frame, flags, content, bytes);
    }

    /**
     * Encodes the first frame of a side stream, without content.
     *
     * @param atMost bound of its length
     * @param message stream of the message that announced it
     * @param number index among the side streams of that message
     */
    public static ByteBuf encodeSide(Framing framing, long sequence, int stream, long atMost, int message, int number) {
        int flags = BEGIN | AT_MOST | SIDE;
        ByteBuf frame = framing.begin(FrameType.DATA, flags, sequence, stream, fields(flags));
        return framing.end(frame.writeLong(atMost).writeInt(message).writeShort(number));
    }

    /**
     * Encodes a fragment after the first. Takes ownership of the content.
     *
     * @param flags including those of {@link #announcing}
     */
    @HotPath
    public static ByteBuf encode(Framing framing, long sequence, int stream, int flags, ByteBuf content) {
        int bytes = content.readableBytes();
        return end(framing, begin(framing, sequence, stream, flags, content), flags, content, bytes);
    }

    /** Writes the header of a frame, in the buffer of the content if it has enough headroom and tailroom. */
    private static ByteBuf begin(Framing framing, long sequence, int stream, int announcing, ByteBuf content) {
        int flags = announcing & FLAG_BITS;
        int bytes = content.readableBytes();
        int fields = fields(flags);
        if (framing.fitsAround(content, fields)) {
            framing.beginAround(content, FrameType.DATA, flags, sequence, stream, fields);
            return content;
        }
        return bytes > COPIED_BYTES
                ? framing.beginJoined(FrameType.DATA, flags, sequence, stream, fields, bytes)
                : framing.begin(FrameType.DATA, flags, sequence, stream, fields + bytes);
    }

    @SuppressWarnings("ReferenceEquality") // compares buffer identity
    private static ByteBuf end(Framing framing, ByteBuf frame, int announcing, ByteBuf content, int bytes) {
        if ((announcing & SIDES) != 0) {
            frame.writeShort(announcing >>> Byte.SIZE);
        }
        if (frame == content) {
            return framing.end(frame.writerIndex(frame.writerIndex() + bytes));
        }
        if (content.readableBytes() > COPIED_BYTES) {
            return framing.join(frame, content);
        }
        frame.writeBytes(content);
        content.release();
        return framing.end(frame);
    }

    /**
     * Checks the fields against the flags: the kind occurs with BEGIN only, SIDES with the END of a message, and all
     * fields are present.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_FRAME}
     */
    @HotPath
    public static void check(ByteBuf frame) {
        int flags = FrameHeader.flags(frame);
        if ((flags & BEGIN) == 0 && (flags & KIND) != 0) {
            throw FrameHeader.malformed("DATA with a kind only at its beginning", "flags " + flags);
        }
        if ((flags & KIND) > SIDE) {
            throw FrameHeader.malformed("DATA of a known kind", "flags " + flags);
        }
        if (frame.readableBytes() < FrameHeader.BYTES + fields(flags)) {
            throw FrameHeader.malformed(
                    "DATA with the fields that its flags promise", frame.readableBytes() + " bytes");
        }
        if ((flags & SIDES) != 0 && ((flags & END) == 0 || isSide(flags) || sides(frame) == 0)) {
            throw FrameHeader.malformed("SIDES at the end of a message, with a count", "flags " + flags);
        }
    }

    /** Returns whether a fragment declares the length of its message. */
    public static boolean isDeclared(int flags) {
        return (flags & (BEGIN | AT_MOST)) != 0;
    }

    /** Returns the declared length; negative if it does not fit 63 bits. */
    public static long declared(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + DECLARED);
    }

    /**
     * Returns the stream id of the message that a side stream belongs to; unvalidated, so that it may be 0 or negative.
     */
    public static int message(ByteBuf frame) {
        return frame.getInt(frame.readerIndex() + MESSAGE);
    }

    /** Returns the index of a side stream within its message. */
    public static int number(ByteBuf frame) {
        return frame.getUnsignedShort(frame.readerIndex() + NUMBER);
    }

    /** Returns the number of side streams that the message announces. */
    public static int sides(ByteBuf frame) {
        int flags = FrameHeader.flags(frame);
        if ((flags & SIDES) == 0) {
            return 0;
        }
        return frame.getUnsignedShort(frame.readerIndex() + FrameHeader.BYTES + fields(flags) - Short.BYTES);
    }

    /** Returns the length of the content; never negative once {@link #check} has passed. */
    public static int contentBytes(ByteBuf frame) {
        return frame.readableBytes() - FrameHeader.BYTES - fields(FrameHeader.flags(frame));
    }

    /** Moves the reader index to the content, and returns the buffer. */
    @HotPath
    public static ByteBuf toContent(ByteBuf frame) {
        return frame.skipBytes(FrameHeader.BYTES + fields(FrameHeader.flags(frame)));
    }

    /** Returns the length of the fields for these flags, in bytes. */
    private static int fields(int flags) {
        int declared = isDeclared(flags) ? Long.BYTES : 0;
        int sideOf = isSide(flags) ? Integer.BYTES + Short.BYTES : 0;
        int sides = (flags & SIDES) != 0 ? Short.BYTES : 0;
        return declared + sideOf + sides;
    }

    private static boolean isSide(int flags) {
        return (flags & KIND) == SIDE;
    }
}
