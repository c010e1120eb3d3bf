package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Received part of a frame of known length. Large pieces are kept as slices of the read buffer, without a copy; small
 * ones are copied together, so that a peer that sends single bytes cannot make each of them cost a buffer. Used by one
 * thread at a time.
 */
final class PartialFrame {
    /** Largest ratio of a read buffer's capacity to the piece that is kept as a slice of it. */
    private static final int MAX_RATIO = 4;
    /** Slices kept of one frame; later pieces are copied together. */
    private static final int MAX_PIECES = 8;

    private final ByteBufAllocator allocator;
    private final int length;
    private @Nullable CompositeByteBuf pieces;
    private @Nullable ByteBuf copied;
    private int found;

    PartialFrame(ByteBufAllocator allocator, int length) {
        this.allocator = allocator;
        this.length = length;
    }

    /** Returns whether a piece of the read buffer is large enough to be kept as a slice. */
    static boolean isLarge(ByteBuf read, int piece) {
        return read.capacity() / MAX_RATIO <= piece;
    }

    /** Returns how many bytes are still missing. */
    int missing() {
        return length - found;
    }

    /**
     * Takes the bytes of the buffer that belong to the frame.
     *
     * @return how many bytes were taken
     */
    int take(ByteBuf read) {
        int bytes = Math.min(missing(), read.readableBytes());
        CompositeByteBuf kept = pieces;
        boolean apart = copied == null && (kept == null || kept.numComponents() < MAX_PIECES);
        if (apart && isLarge(read, bytes)) {
            keep(read.readRetainedSlice(bytes));
        } else if (apart && kept == null && found == 0 && isLarge(read, length)) {
            // The first bytes of a frame most of which arrives with the next read.
            keep(allocator.ioBuffer(bytes, bytes).writeBytes(read, bytes));
        } else {
            copy(read, bytes);
        }
        found += bytes;
        return bytes;
    }

    /** Returns the complete frame, which the caller then owns. Only once nothing is missing. */
    ByteBuf whole() {
        ByteBuf last = copied;
        CompositeByteBuf kept = pieces;
        pieces = null;
        copied = null;
        if (kept == null) {
            return last == null ? allocator.ioBuffer(0, 0) : last;
        }
        return last == null ? kept : kept.addComponent(true, last);
    }

    void release() {
        if (pieces != null) {
            pieces.release();
            pieces = null;
        }
        if (copied != null) {
            copied.release();
            copied = null;
        }
    }

    private void keep(ByteBuf piece) {
        CompositeByteBuf kept = pieces;
        if (kept == null) {
            kept = allocator.compositeBuffer(MAX_PIECES + 1);
            pieces = kept;
        }
        kept.addComponent(true, piece);
    }

    private void copy(ByteBuf read, int bytes) {
        ByteBuf into = copied;
        if (into == null) {
            into = allocator.ioBuffer(missing(), missing());
            copied = into;
        }
        into.writeBytes(read, bytes);
    }
}
