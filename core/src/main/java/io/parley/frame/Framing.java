package io.parley.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.parley.ErrorCode;
import io.parley.HotPath;
import io.parley.ParleyException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Encoder state shared by the frames of one direction: the allocator of their buffers, and whether their payload has a
 * checksum. Confined to one thread at a time.
 */
public final class Framing {
    private static final int CHECKSUM_BYTES = 4;
    private static final int SCRATCH_BYTES = 256;

    private final ByteBufAllocator allocator;
    private final boolean payloadChecksum;
    private final CRC32C crc = new CRC32C();
    private final byte[] scratch = new byte[SCRATCH_BYTES];

    public Framing(ByteBufAllocator allocator, boolean payloadChecksum) {
        this.allocator = allocator;
        this.payloadChecksum = payloadChecksum;
    }

    /** Returns the number of bytes of a frame besides its payload. */
    public int overhead() {
        return FrameHeader.BYTES + (payloadChecksum ? CHECKSUM_BYTES : 0);
    }

    /** Returns the length of the payload checksum at the end of a frame created here, in bytes. */
    public int checksumBytes(ByteBuf made) {
        return payloadChecksum && made.readableBytes() > FrameHeader.BYTES ? CHECKSUM_BYTES : 0;
    }

    /**
     * Checks a whole received frame, and truncates its payload checksum. The header remains readable.
     *
     * @throws ParleyException {@code MALFORMED_FRAME}, {@code CHECKSUM} or {@code PROTOCOL}; the caller keeps the frame
     */
    @HotPath
    public FrameType check(ByteBuf frame) {
        FrameType type = FrameHeader.check(frame, crc);
        int payload = frame.readableBytes() - FrameHeader.BYTES;
        if (payloadChecksum && payload > 0) {
            if (payload <= CHECKSUM_BYTES) {
                throw FrameHeader.malformed("a payload before its checksum", payload + " bytes in all");
            }
            int end = frame.writerIndex() - CHECKSUM_BYTES;
            crc.reset();
            update(frame, frame.readerIndex() + FrameHeader.BYTES, payload - CHECKSUM_BYTES);
            if ((int) crc.getValue() != frame.getInt(end)) {
                throw new ParleyException(
                        ErrorCode.CHECKSUM,
                        type + ": expected a payload whose checksum holds, found one whose checksum does not hold");
            }
            frame.writerIndex(end);
        }
        return type;
    }

    /** Returns a buffer with the header, to which exactly {@code payload} bytes must be written before {@link #end}. */
    ByteBuf begin(FrameType type, int flags, long sequence, int stream, int payload) {
        int length = lengthFor(payload);
        ByteBuf out = allocator.buffer(length, length);
        FrameHeader.write(out, length, type, flags, sequence, stream, crc);
        return out;
    }

    /** Completes a frame whose payload is in the same buffer. */
    ByteBuf end(ByteBuf frame) {
        int payload = frame.readableBytes() - FrameHeader.BYTES;
        if (payloadChecksum && payload > 0) {
            crc.reset();
            update(frame, frame.readerIndex() + FrameHeader.BYTES, payload);
            frame.writeInt((int) crc.getValue());
        }
        return frame;
    }

    /**
     * Returns whether a frame can be built around content without copying: the buffer is not shared, and has enough
     * headroom and tailroom.
     */
    boolean fitsAround(ByteBuf content, int fields) {
        return content.readerIndex() >= FrameHeader.BYTES + fields
                && content.maxWritableBytes() >= CHECKSUM_BYTES
                && content.refCnt() == 1
                && !content.isReadOnly();
    }

    /**
     * Starts a frame around content, like {@link #beginJoined}; the caller moves the writer index to the end of the
     * content.
     */
    void beginAround(ByteBuf content, FrameType type, int flags, long sequence, int stream, int fields) {
        int length = lengthFor(fields + content.readableBytes());
        int start = content.readerIndex() - fields - FrameHeader.BYTES;
        content.setIndex(start, start);
        FrameHeader.write(content, length, type, flags, sequence, stream, crc);
    }

    /**
     * Starts a frame whose content is not copied.
     *
     * @param fields length of the fields between header and content, which the caller writes before {@link #join}
     */
    ByteBuf beginJoined(FrameType type, int flags, long sequence, int stream, int fields, int content) {
        ByteBuf head = allocator.buffer(FrameHeader.BYTES + fields, FrameHeader.BYTES + fields);
        FrameHeader.write(head, lengthFor(fields + content), type, flags, sequence, stream, crc);
        return head;
    }

    /** Joins head and content to a frame; takes ownership of both. */
    ByteBuf join(ByteBuf head, ByteBuf content) {
        CompositeByteBuf frame = allocator.compositeBuffer(3);
        int fields = head.readableBytes() - FrameHeader.BYTES;
        if (!payloadChecksum) {
            return frame.addComponent(true, head).addComponent(true, content);
        }
        crc.reset();
        update(head, head.readerIndex() + FrameHeader.BYTES, fields);
        update(content, content.readerIndex(), content.readableBytes());
        ByteBuf tail = allocator.buffer(CHECKSUM_BYTES, CHECKSUM_BYTES).writeInt((int) crc.getValue());
        return frame.addComponent(true, head).addComponent(true, content).addComponent(true, tail);
    }

    private int lengthFor(int payload) {
        return FrameHeader.BYTES + payload + (payloadChecksum && payload > 0 ? CHECKSUM_BYTES : 0);
    }

    private void update(ByteBuf buffer, int from, int length) {
        if (length == 0) {
            return;
        }
        if (length <= scratch.length) {
            // Copying a few bytes is cheaper than allocating a view.
            buffer.getBytes(from, scratch, 0, length);
            crc.update(scratch, 0, length);
        } else if (buffer.hasArray()) {
            crc.update(buffer.array(), buffer.arrayOffset() + from, length);
        } else if (buffer.nioBufferCount() == 1) {
            crc.update(buffer.internalNioBuffer(from, length));
        } else {
            for (ByteBuffer part : buffer.nioBuffers(from, length)) {
                crc.update(part);
            }
        }
    }
}
