package io.parley.journal;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.context.Value;
import io.parley.frame.FrameHeader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A sequence of frames, each preceded by its length: one entry of a store. */
final class FrameBatch {
    private static final String MEDIA_TYPE = "application/vnd.parley.frames";
    private static final int FIRST_BYTES = 1024;

    private byte[] bytes = new byte[0];
    private int length;

    boolean isEmpty() {
        return length == 0;
    }

    int length() {
        return length;
    }

    /** Adds a copy of a frame, which the caller keeps. */
    void add(ByteBuf frame) {
        int size = frame.readableBytes();
        int end = length + Integer.BYTES + size;
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.max(FIRST_BYTES, end), 2 * bytes.length));
        }
        Unpooled.wrappedBuffer(bytes).setInt(length, size);
        frame.getBytes(frame.readerIndex(), bytes, length + Integer.BYTES, size);
        length = end;
    }

    /** Removes and returns the added frames. */
    Value take() {
        Value value = Value.handOver(Arrays.copyOf(bytes, length), MEDIA_TYPE);
        clear();
        return value;
    }

    void clear() {
        bytes = new byte[0];
        length = 0;
    }

    /**
     * Returns the frames of an entry in order, at least one.
     *
     * @throws IOException if it is not a batch of frames
     */
    static List<ByteBuf> frames(Value value) throws IOException {
        ByteBuf all = Unpooled.wrappedBuffer(value.toArray());
        List<ByteBuf> frames = new ArrayList<>();
        while (all.isReadable()) {
            int size = all.readableBytes() < Integer.BYTES ? -1 : all.readInt();
            if (size < FrameHeader.BYTES || size > all.readableBytes()) {
                throw new IOException("frames of a session: expected a frame after its length, found "
                        + all.readableBytes() + " bytes for one of " + size);
            }
            frames.add(Unpooled.wrappedBuffer(all.array(), all.arrayOffset() + all.readerIndex(), size));
            all.skipBytes(size);
        }
        if (frames.isEmpty()) {
            throw new IOException("frames of a session: expected at least one, found none");
        }
        return frames;
    }
}
