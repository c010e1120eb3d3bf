package io.parley.transport.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Received part of a frame whose length is known. Large pieces are kept where they were read and never copied; small
 * ones are copied together, so that no peer makes a byte cost a buffer. Belongs to one thread at a time.
 */
final class PartialFrame {
    /** A piece that is kept where it is keeps at most this many times its own size. */
    private static final int SHARE = 4;
    /** Pieces that are kept where they are; what comes after them is copied together. */
    private static final int MOST_PIECES = 8;

    private final ByteBufAllocator allocator;
    private final int length;
    private @Nullable CompositeByteBuf pieces;
    private @Nullable ByteBuf copied;
    private int found;

    PartialFrame(ByteBufAllocator allocator, int length) {
        this.allocator = allocator;
        this.length = length;
    }

    /** Returns whether a piece of a read is kept where it is. */
    static boolean isLarge(ByteBuf read, int piece) {
        return read.capacity() / SHARE <= piece;
    }

    /** Bytes that are still to come. */
    int missing() {
        return length - found;
    }

    /** Takes as many bytes as belong to the frame and are there; returns how many. */
    int take(ByteBuf read) {
        int bytes = Math.min(missing(), read.readableBytes());
        CompositeByteBuf kept = pieces;
        boolean apart = copied == null && (kept == null || kept.numComponents() < MOST_PIECES);
        if (apart && isLarge(read, bytes)) {
            keep(read.readRetainedSlice(bytes));
        } else if (apart && kept == null && found == 0 && isLarge(read, length)) {
            // The beginning of a frame most of which comes in the next read.
            keep(allocator.ioBuffer(bytes, bytes).writeBytes(read, bytes));
        } else {
            copy(read, bytes);
        }
        found += bytes;
        return bytes;
    }

    /** The frame, which the caller then owns, once nothing is missing. */
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
            kept = allocator.compositeBuffer(MOST_PIECES + 1);
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
