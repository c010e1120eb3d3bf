package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;

/**
 * A fragment of a message; docs/protocol.md, section 5.
 *
 * <pre>
 *  0        20                     28
 * +--------+----------------------+-- - - --+
 * | header | declared 64 if BEGIN | content |
 * +--------+----------------------+-- - - --+
 * </pre>
 */
public final class DataFrame {
    /** Flag: the first fragment; the declared length stands before the content. */
    public static final int BEGIN = 0b00_0001;

    /** Flag: the last fragment. */
    public static final int END = 0b00_0010;

    /** Flag: the declared length is a bound; only with BEGIN. */
    public static final int AT_MOST = 0b00_0100;

    /** The flags that hold the kind; 0 without BEGIN. */
    public static final int KIND = 0b11_0000;

    /** Kind of a message that waits for a response. */
    public static final int REQUEST = 0b00_0000;

    /** Kind of a message that wants none. */
    public static final int ONE_WAY = 0b01_0000;

    /** Kind of an answer. */
    public static final int RESPONSE = 0b10_0000;

    /** Kind of an answer that is a fault. */
    public static final int FAULT = 0b11_0000;

    /** Length of the declared length. */
    public static final int DECLARED_BYTES = 8;

    /** Below this, copying is cheaper than a buffer of three parts. */
    private static final int COPIED_BYTES = 4096;

    private DataFrame() {}

    /** A first fragment. Releases the content. */
    @HotPath
    public static ByteBuf encodeBegin(
            Framing framing, long sequence, int stream, int flags, long declared, ByteBuf content) {
        int bytes = content.readableBytes();
        if (bytes > COPIED_BYTES) {
            ByteBuf head = framing.beginJoined(FrameType.DATA, flags, sequence, stream, DECLARED_BYTES, bytes);
            return framing.join(head.writeLong(declared), content);
        }
        ByteBuf frame = framing.begin(FrameType.DATA, flags, sequence, stream, DECLARED_BYTES + bytes);
        frame.writeLong(declared).writeBytes(content);
        content.release();
        return framing.end(frame);
    }

    /** A fragment after the first. Releases the content. */
    @HotPath
    public static ByteBuf encode(Framing framing, long sequence, int stream, int flags, ByteBuf content) {
        int bytes = content.readableBytes();
        if (bytes > COPIED_BYTES) {
            return framing.join(framing.beginJoined(FrameType.DATA, flags, sequence, stream, 0, bytes), content);
        }
        ByteBuf frame = framing.begin(FrameType.DATA, flags, sequence, stream, bytes);
        frame.writeBytes(content);
        content.release();
        return framing.end(frame);
    }

    /**
     * Checks what flags promise: the kind and AT_MOST come with BEGIN only, and BEGIN with a declared length.
     *
     * @throws io.parley.ParleyException {@code MALFORMED_FRAME}
     */
    @HotPath
    public static void check(ByteBuf frame) {
        int flags = FrameHeader.flags(frame);
        if ((flags & BEGIN) == 0) {
            if ((flags & (AT_MOST | KIND)) != 0) {
                throw FrameHeader.malformed("DATA with a kind only at its beginning", "flags " + flags);
            }
        } else if (frame.readableBytes() < FrameHeader.BYTES + DECLARED_BYTES) {
            throw FrameHeader.malformed("DATA with a declared length", frame.readableBytes() + " bytes");
        }
    }

    /** The declared length of a first fragment; negative if it does not fit 63 bits. */
    public static long declared(ByteBuf frame) {
        return frame.getLong(frame.readerIndex() + FrameHeader.BYTES);
    }

    /** Moves the reader index to the content, which is then all that is readable. */
    @HotPath
    public static ByteBuf toContent(ByteBuf frame) {
        boolean begin = (FrameHeader.flags(frame) & BEGIN) != 0;
        return frame.skipBytes(FrameHeader.BYTES + (begin ? DECLARED_BYTES : 0));
    }
}
