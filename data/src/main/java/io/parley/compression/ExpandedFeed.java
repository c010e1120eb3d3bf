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
 * Compressed content as it is read: a chunk at a time, so what a few bytes claim to stand for is never in memory. Only
 * where a count or length says how much more is to come is that much reserved, for what the reader will allocate then.
 */
final class ExpandedFeed implements ContentFeed {
    private static final String WHERE = "compressed content";
    private static final int MOST_CHUNK = 64 * 1024;
    private static final int LEAST_CHUNK = 1024;
    /** Greatest expansion of an ordinary message; beyond it another chunk is allocated. */
    private static final int ORDINARY = 8;

    private final Source in;
    private final Decompressor decompressor;
    private final Memory memory;
    private final ByteBufAllocator allocator;
    private final long most;
    private final long always;
    /** Expanded because somebody asked how much there is. */
    private final Queue<ByteBuf> ahead = new ArrayDeque<>(0);

    private long aheadBytes;
    private long expanded;
    private long claimed;
    private long reserved;
    private boolean begun;
    private boolean atEnd;
    private boolean closed;

    /**
     * @param in at the first byte of the compressed content; stays the caller's
     * @throws ParleyException {@code BUDGET}
     */
    ExpandedFeed(StreamCompression compression, Workspace workspace, Source in) {
        this.in = in;
        this.memory = workspace.memory();
        this.allocator = workspace.allocator();
        this.most = workspace.limits().get(Limit.MESSAGE_BYTES);
        this.always = compression.workBytes() + MOST_CHUNK;
        account();
        this.decompressor = compression.newDecompressor();
    }

    @Override
    public @Nullable ByteBuf next() {
        ByteBuf early = ahead.poll();
        if (early != null) {
            aheadBytes -= early.capacity();
            account();
            return early;
        }
        return expand();
    }

    @Override
    public long length(long wanted) {
        if (!atEnd && wanted > most) {
            expandAll();
        } else if (!atEnd && wanted > known()) {
            claimed = wanted;
            account();
        }
        return known();
    }

    /** Releases the chunks and leaves the rest unexpanded. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (ByteBuf early = ahead.poll(); early != null; early = ahead.poll()) {
            early.release();
        }
        decompressor.close();
        memory.release(reserved);
        reserved = 0;
    }

    /** Bytes that may be there, or exactly how many there are. */
    private long known() {
        return atEnd ? expanded : Math.max(claimed, expanded);
    }

    /** Expands everything, because a caller that asks beyond the known length wants the exact one. */
    private void expandAll() {
        for (ByteBuf next = expand(); next != null; next = expand()) {
            ahead.add(next);
            aheadBytes += next.capacity();
            account();
        }
    }

    /** The next chunk, which is not empty, or null if there is none. */
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
            if (expanded > most) {
                throw ParleyException.limit(Limit.MESSAGE_BYTES, most, expanded, at());
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
        long ordinary = (long) ORDINARY * (begun ? in.chunk().readableBytes() : MOST_CHUNK);
        return (int) Math.max(LEAST_CHUNK, Math.min(MOST_CHUNK, ordinary));
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

    /** Takes what is needed now, or gives back what is not any more. */
    private void account() {
        long needed = always + aheadBytes + Math.max(0, claimed - expanded);
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
