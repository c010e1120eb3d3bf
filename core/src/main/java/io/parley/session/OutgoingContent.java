package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.parley.HotPath;
import java.util.Objects;

/** Takes the content of fragments out of what waits on a stream: its chunks, and behind them what its writer lent. */
final class OutgoingContent {
    private final SendingRoom room;
    private final FrameWriter writer;

    OutgoingContent(SendingRoom room, FrameWriter writer) {
        this.room = room;
        this.writer = writer;
    }

    /** The next so many bytes, which its caller then owns; no more than {@link Stream#nextBytes}. */
    @HotPath
    ByteBuf take(Stream stream, int bytes) {
        return stream.hasNoChunk() ? copyLent(stream, bytes) : takeChunk(stream, bytes);
    }

    /** Returns whether the rest of what was borrowed is so little that it may wait here in chunks. */
    boolean mayGiveBack(Stream stream) {
        return room.mayHold(stream.lent());
    }

    /** The first chunk, or so much of it. */
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

    /** A copy of so much of what was lent; the writer goes on after the last, and looks again when it might have the rest back. */
    @HotPath
    private ByteBuf copyLent(Stream stream, int bytes) {
        boolean stays = !mayGiveBack(stream);
        ByteBuf content = writer.contentBuffer(bytes);
        stream.take(bytes, content);
        stream.written += bytes;
        if (!stream.borrows() || (stays && mayGiveBack(stream))) {
            stream.ring();
        }
        return content;
    }

    /**
     * Returns the bytes that count against the budget: none of a side stream, of which only a fragment or two wait, so
     * that it need not compete with messages for memory.
     */
    static long counted(Stream stream, long bytes) {
        return stream.isSide() ? 0 : bytes;
    }
}
