package io.parley.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.ContentFeed;
import io.parley.representation.Source;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Feed of decompressed content, one chunk at a time, so that a small input that expands enormously is never in memory
 * as a whole. When a count or length claims that more will follow, that amount is reserved for the objects that the
 * reader then allocates.
 */
final class ExpandedFeed implements ContentFeed {
    private static final String WHERE = "compressed content";
    private static final int MAX_CHUNK = 64 * 1024;
    private static final int MIN_CHUNK = 1024;
    /** Expansion factor of an ordinary message, from which chunks are sized. Further content goes to further chunks. */
    private static final int TYPICAL_EXPANSION = 8;

    private final Source in;
    private final Decompressor decompressor;
    private final Memory memory;
    private final ByteBufAllocator allocator;
    private final long maxBytes;
    private final long fixedBytes;
    /** Chunks that were decompressed early to determine the length. */
    private final Queue<ByteBuf> ahead = new ArrayDeque<>(0);

    private long aheadBytes;
    private long expanded;
    private long claimed;
    private long reserved;
    private boolean begun;
    private boolean atEnd;
    private boolean closed;

    /**
     * @param in source at the first byte of the compressed content, which the caller closes
     * @throws ParleyException {@code BUDGET} if there is no memory for the decompressor
     */
    ExpandedFeed(StreamCompression compression, Workspace workspace, Source in) {
        this.in = in;
        this.memory = workspace.memory();
        this.allocator = workspace.allocator();
        this.maxBytes = workspace.limits().get(Limit.MESSAGE_BYTES);
        this.fixedBytes = compression.workBytes() + MAX_CHUNK;
        account();
        this.decompressor = compression.newDecompressor();
    }

    @Override
    public @Nullable ByteBuf next() {
        ByteBuf prefetched = ahead.poll();
        if (prefetched != null) {
            aheadBytes -= prefetched.capacity();
            account();
            return prefetched;
        }
        return expand();
    }

    @Override
    public long length(long wanted) {
        if (!atEnd && wanted > maxBytes) {
            expandAll();
        } else if (!atEnd && wanted > known()) {
            claimed = wanted;
            account();
        }
        return known();
    }

    /** Releases all chunks, and leaves the rest compressed. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (ByteBuf prefetched = ahead.poll(); prefetched != null; prefetched = ahead.poll()) {
            prefetched.release();
        }
        decompressor.close();
        memory.release(reserved);
        reserved = 0;
    }

    /** Returns the claimed number of bytes, or the exact one if it is known. */
    private long known() {
        return atEnd ? expanded : Math.max(claimed, expanded);
    }

    /** Decompresses everything, because a length beyond the limit was asked for, so the exact one is needed. */
    private void expandAll() {
        for (ByteBuf next = expand(); next != null; next = expand()) {
            ahead.add(next);
            aheadBytes += next.capacity();
            account();
        }
    }

    /** Returns the next chunk, which is not empty, or null after the last. */
    private @Nullable ByteBuf expand() {
        if (atEnd) {
            expectEnd();
            return null;
        }
        ByteBuf out = allocator.buffer(chunkBytes());
        boolean whole = false;
        try {
            atEnd = begun && step(out);
            while (!atEnd && !out.isReadable()) {
                if (in.isAtEnd()) {
                    throw ParleyException.malformed("the end of the compressed form", "that of the message", at());
                }
                in.available(1);
                begun = true;
                atEnd = step(out);
            }
            expanded += out.readableBytes();
            if (expanded > maxBytes) {
                throw ParleyException.limit(Limit.MESSAGE_BYTES, maxBytes, expanded, at());
            }
            account();
            whole = true;
        } finally {
            if (!whole) {
                out.release();
            }
        }
        if (out.isReadable()) {
            return out;
        }
        out.release();
        expectEnd();
        return null;
    }

    private int chunkBytes() {
        long ordinary = (long) TYPICAL_EXPANSION * (begun ? in.chunk().readableBytes() : MAX_CHUNK);
        return (int) Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, ordinary));
    }

    private boolean step(ByteBuf out) {
        ByteBuf piece = in.chunk();
        int from = piece.readerIndex();
        try {
            return decompressor.decompress(piece, out);
        } catch (ParleyException e) {
            throw new ParleyException(e.code(), at() + ": " + e.text(), e);
        } finally {
            in.consumed(piece.readerIndex() - from);
        }
    }

    private void expectEnd() {
        if (!in.isAtEnd()) {
            throw ParleyException.malformed("the end of the message", "more behind the compressed form", at());
        }
    }

    /** Adjusts the reservation to the memory needed at present. */
    private void account() {
        long needed = fixedBytes + aheadBytes + Math.max(0, claimed - expanded);
        if (needed < reserved) {
            memory.release(reserved - needed);
        } else if (needed > reserved && !memory.tryReserve(needed - reserved)) {
            throw in.heap()
                    .refused(new ParleyException(
                            ErrorCode.BUDGET,
                            at() + ": expected memory for " + (needed - reserved)
                                    + " bytes more, found none; the settings are " + Limit.SESSION_BYTES.setting()
                                    + " and "
                                    + Limit.TOTAL_BYTES.setting()));
        }
        reserved = needed;
    }

    private String at() {
        return in.at(WHERE);
    }
}
