package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;

/** Says when a frame is whole, without touching its bytes. Used by one thread; one frame is under way at a time. */
final class FrameMeter {
    private int headerBytes;
    private int length;
    private long received;

    /** Counts a buffer that came; returns whether the frame ends with it. */
    boolean add(ByteBuf buffer) {
        int at = buffer.readerIndex();
        while (headerBytes < Frames.HEADER_BYTES && at < buffer.writerIndex()) {
            length = length << Byte.SIZE | buffer.getUnsignedByte(at++);
            headerBytes++;
        }
        received += buffer.writerIndex() - at;
        if (headerBytes < Frames.HEADER_BYTES || received < length) {
            return false;
        }
        if (received > length) {
            throw new IllegalStateException("expected one frame at a time, found more");
        }
        headerBytes = 0;
        length = 0;
        received = 0;
        return true;
    }
}
