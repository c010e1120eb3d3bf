package io.parley.session;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.HotPath;
import org.jspecify.annotations.Nullable;

/** Content as it came, oldest first. Belongs to one thread at a time. */
class Fragments extends Chunks {
    /** Fragments below this are copied together: one byte must not cost its peer's victim a buffer. */
    static final int SMALL_BYTES = 512;

    private static final int JOINED_BYTES = 64 * 1024;

    private final ByteBufAllocator allocator;
    private @Nullable ByteBuf joined;

    Fragments(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /** Keeps a fragment or a copy of it; the content stays the caller's. */
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

    /** Adds each piece as a chunk of its own: bulk copies need memory in one piece. */
    private void addEach(CompositeByteBuf pieces, int bytes) {
        for (ByteBuf piece : pieces.decompose(pieces.readerIndex(), bytes)) {
            addChunk(piece.retain());
        }
    }

    /** The oldest, which the caller then owns, or null. */
    @Override
    @Nullable
    ByteBuf pollChunk() {
        ByteBuf oldest = super.pollChunk();
        if (hasNoChunk()) {
            joined = null; // What is joined to is the last, and it was taken.
        }
        return oldest;
    }

    /** Stops joining further fragments to the last chunk. */
    final void noMoreToJoin() {
        joined = null;
    }

    /** Moves the content from the pool to memory that needs no release. */
    final void moveToHeap() {
        int bytes = 0;
        Chunks kept = new Chunks();
        for (ByteBuf chunk = pollChunk(); chunk != null; chunk = pollChunk()) {
            bytes += chunk.readableBytes();
            kept.addChunk(chunk);
        }
        if (bytes > 0) {
            ByteBuf whole = Unpooled.wrappedBuffer(new byte[bytes]).clear();
            for (ByteBuf chunk = kept.pollChunk(); chunk != null; chunk = kept.pollChunk()) {
                whole.writeBytes(chunk);
                chunk.release();
            }
            addChunk(whole);
        }
        kept.releaseChunks();
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
