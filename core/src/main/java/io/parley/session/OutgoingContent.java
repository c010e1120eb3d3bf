package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import java.util.Objects;

/**
 * Source of the content of outgoing fragments: a stream's queued chunks, and after them the content that its writer has
 * lent.
 */
final class OutgoingContent {
    private final SendingRoom room;
    private final FrameWriter writer;

    OutgoingContent(SendingRoom room, FrameWriter writer) {
        this.room = room;
        this.writer = writer;
    }

    /** Removes the next bytes, at most {@link Stream#nextBytes}; the caller then owns the buffer. */
    @HotPath
    ByteBuf take(Stream stream, int bytes) {
        return stream.hasNoChunk() ? copyLent(stream, bytes) : takeChunk(stream, bytes);
    }

    /** Returns whether the rest of the lent content is small enough to be queued as chunks. */
    boolean mayGiveBack(Stream stream) {
        return room.mayQueue(stream.lent());
    }

    /** Removes bytes from the first chunk. */
    private ByteBuf takeChunk(Stream stream, int bytes) {
        ByteBuf chunk = Objects.requireNonNull(stream.firstChunk());
        boolean whole = chunk.readableBytes() == bytes;
        if (whole) {
            stream.pollChunk();
        }
        ByteBuf content = whole ? chunk : chunk.readRetainedSlice(bytes);
        stream.queued -= bytes;
        room.release(stream, counted(stream, bytes));
        return content;
    }

    /**
     * Copies bytes of the lent content. The writer is woken after the last byte, and when the rest has become small
     * enough to be returned to it.
     */
    @HotPath
    private ByteBuf copyLent(Stream stream, int bytes) {
        boolean stays = !mayGiveBack(stream);
        ByteBuf content = writer.contentBuffer(bytes);
        stream.take(bytes, content);
        stream.written += bytes;
        if (!stream.borrows() || (stays && mayGiveBack(stream))) {
            stream.wake();
        }
        return content;
    }

    /**
     * Returns the bytes that count against the budget: none for a side stream, of which at most two fragments are
     * queued, so that it does not compete with messages for memory.
     */
    static long counted(Stream stream, long bytes) {
        return stream.isSide() ? 0 : bytes;
    }
}
