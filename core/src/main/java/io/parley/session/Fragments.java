package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.HotPath;
import org.jspecify.annotations.Nullable;

/** Received content in order. Confined to one thread at a time. */
class Fragments extends Chunks {
    /**
     * Size in bytes below which fragments are copied into a shared buffer, so that a peer cannot cause a buffer per
     * byte.
     */
    static final int SMALL_BYTES = 512;

    private static final int JOINED_BYTES = 64 * 1024;

    private final ByteBufAllocator allocator;
    private @Nullable ByteBuf joined;

    Fragments(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Appends a fragment, or a copy of it; the caller keeps the content. */
    @HotPath
    final void keepRetained(ByteBuf content, boolean last) {
        int bytes = content.readableBytes();
        if (bytes >= SMALL_BYTES && content instanceof CompositeByteBuf pieces) {
            joined = null;
            addEach(pieces, bytes);
        } else if (bytes >= SMALL_BYTES || (bytes > 0 && last && hasNoChunk())) {
            joined = null;
            addChunk(content.retain());
        } else if (bytes > 0) {
            join(content, bytes);
        }
    }

    /** Adds each component as a chunk of its own, because bulk copies need contiguous memory. */
    private void addEach(CompositeByteBuf pieces, int bytes) {
        for (ByteBuf piece : pieces.decompose(pieces.readerIndex(), bytes)) {
            addChunk(piece.retain());
        }
    }

    /** Removes and returns the first chunk, which the caller then owns; null if there is none. */
    @Override
    @Nullable
    ByteBuf pollChunk() {
        ByteBuf oldest = super.pollChunk();
        if (hasNoChunk()) {
            joined = null; // The joined chunk was the last one, and was removed.
        }
        return oldest;
    }

    /** Stops appending small fragments to the last chunk. */
    final void noMoreToJoin() {
        joined = null;
    }

    /** Moves the content from pooled buffers to heap memory that needs no release. */
    final void moveToHeap() {
        int bytes = 0;
        Chunks chunks = new Chunks();
        for (ByteBuf chunk = pollChunk(); chunk != null; chunk = pollChunk()) {
            bytes += chunk.readableBytes();
            chunks.addChunk(chunk);
        }
        if (bytes > 0) {
            ByteBuf whole = Unpooled.wrappedBuffer(new byte[bytes]).clear();
            for (ByteBuf chunk = chunks.pollChunk(); chunk != null; chunk = chunks.pollChunk()) {
                whole.writeBytes(chunk);
                chunk.release();
            }
            addChunk(whole);
        }
        chunks.releaseChunks();
    }

    @Override
    void releaseChunks() {
        super.releaseChunks();
        joined = null;
    }

    private void join(ByteBuf content, int bytes) {
        ByteBuf into = joined;
        if (into == null || into.maxWritableBytes() < bytes) {
            into = allocator.buffer(SMALL_BYTES, JOINED_BYTES);
            addChunk(into);
            joined = into;
        }
        into.writeBytes(content, content.readerIndex(), bytes);
    }
}
