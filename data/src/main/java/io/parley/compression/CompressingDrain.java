package io.parley.compression;

import io.netty.buffer.ByteBuf;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses a message while it is written, if compressing its first chunk saves enough. Compressed bytes are passed on
 * while the rest is still being encoded.
 */
final class CompressingDrain implements Packing {
    /** Least size in bytes of a message that is compressed. */
    static final int MIN_BYTES = 512;
    /** Reciprocal of the least saving: at least one eighth of the first chunk. */
    private static final int MIN_SAVING = 8;

    private final StreamCompression compression;
    private final Workspace workspace;
    private final Sink.Drain to;
    private final long maxBytes;
    private State state = State.UNDECIDED;
    private @Nullable Compressor compressor;
    /** Compressed bytes that were not passed on yet. */
    private @Nullable ByteBuf filling;

    private long content;
    private long expected;

    private enum State {
        UNDECIDED,
        PLAIN,
        COMPRESSED,
        ENDED
    }

    CompressingDrain(StreamCompression compression, Workspace workspace, Sink.Drain to) {
        this.compression = compression;
        this.workspace = workspace;
        this.to = to;
        this.maxBytes = workspace.limits().get(Limit.MESSAGE_BYTES);
    }

    @Override
    public void accept(ByteBuf chunk, boolean last) {
        count(chunk);
        if (state == State.PLAIN) {
            to.accept(chunk, last);
            return;
        }
        if (state == State.UNDECIDED) {
            begin(chunk, last);
            return;
        }
        try {
            compress(chunk, last);
        } finally {
            chunk.release();
        }
    }

    /**
     * Checks an announced length against the limit. The announcement is passed on only for uncompressed messages:
     * content before an array is too short to try compression on, so it is kept together with it.
     */
    @Override
    public boolean expect(long bytes) {
        if (bytes > maxBytes) {
            throw tooLong(bytes);
        }
        expected = bytes;
        return state == State.PLAIN && to.expect(bytes + 1);
    }

    @Override
    public boolean takes(long bytes) {
        return state == State.PLAIN && content + bytes <= maxBytes && to.takes(bytes);
    }

    @Override
    public long take(long bytes, ObjIntConsumer<ByteBuf> from) {
        long taken = to.take(bytes, from);
        content += taken;
        return taken;
    }

    @Override
    public void discard() {
        state = State.ENDED;
        closeCompressor();
        ByteBuf unsent = filling;
        filling = null;
        if (unsent != null) {
            unsent.release();
        }
    }

    private void begin(ByteBuf chunk, boolean last) {
        if (last && chunk.readableBytes() < MIN_BYTES) {
            goPlain(chunk, true);
            return;
        }
        int from = chunk.readerIndex();
        ByteBuf start;
        boolean tried = false;
        try {
            start = compressFirst(chunk, last);
            tried = true;
        } finally {
            if (!tried) {
                chunk.release();
            }
        }
        if (start == null) {
            chunk.readerIndex(from);
            goPlain(chunk, last);
        } else {
            chunk.release();
            state = last ? State.ENDED : State.COMPRESSED;
            to.accept(start, last);
        }
    }

    private void count(ByteBuf chunk) {
        content += chunk.readableBytes();
        if (content > maxBytes) {
            chunk.release();
            throw tooLong(content);
        }
    }

    private ParleyException tooLong(long bytes) {
        return ParleyException.limit(Limit.MESSAGE_BYTES, maxBytes, bytes, "a message to be compressed");
    }

    /** Returns the first chunk compressed, after its head byte; null if that saves too little. */
    private @Nullable ByteBuf compressFirst(ByteBuf chunk, boolean last) {
        int length = chunk.readableBytes();
        Compressor fresh = compression.newCompressor();
        compressor = fresh;
        int worth = length - length / MIN_SAVING;
        ByteBuf start = workspace.allocator().buffer(worth, worth);
        boolean pays = false;
        try {
            start.writeByte(CompressedSession.COMPRESSED);
            if (last) {
                fresh.expectTotal(length);
            }
            fresh.compress(chunk, start);
            pays = !chunk.isReadable() && (last ? fresh.finish(start) : fresh.flush(start));
        } finally {
            if (!pays) {
                start.release();
            }
            if (!pays || last) {
                closeCompressor();
            }
        }
        return pays ? start : null;
    }

    private void compress(ByteBuf chunk, boolean last) {
        Compressor with = requireCompressor();
        do {
            with.compress(chunk, room());
        } while (chunk.isReadable());
        if (last) {
            while (!with.finish(room())) {
                // continue with a new chunk
            }
            ByteBuf end = room();
            filling = null;
            state = State.ENDED;
            closeCompressor();
            to.accept(end, true);
        }
    }

    /** Returns the chunk that is being filled, after passing on a full one. */
    private ByteBuf room() {
        ByteBuf now = filling;
        if (now != null && now.isWritable()) {
            return now;
        }
        ByteBuf next = workspace.allocator().buffer(workspace.chunkBytes(), workspace.chunkBytes());
        filling = next;
        if (now != null) {
            to.accept(now, false);
        }
        return next;
    }

    private void goPlain(ByteBuf chunk, boolean last) {
        state = State.PLAIN;
        int length = chunk.readableBytes();
        if (last && length < workspace.chunkBytes()) {
            to.accept(behindHead(chunk), true);
            return;
        }
        boolean headTaken = false;
        try {
            to.accept(workspace.allocator().buffer(1).writeByte(CompressedSession.PLAIN), false);
            headTaken = true;
        } finally {
            if (!headTaken) {
                chunk.release();
            }
        }
        if (expected > 0) {
            to.expect(expected + 1);
        }
        to.accept(chunk, last);
    }

    private ByteBuf behindHead(ByteBuf chunk) {
        try {
            return workspace
                    .allocator()
                    .buffer(1 + chunk.readableBytes())
                    .writeByte(CompressedSession.PLAIN)
                    .writeBytes(chunk);
        } finally {
            chunk.release();
        }
    }

    private Compressor requireCompressor() {
        Compressor present = compressor;
        if (present == null) {
            throw new IllegalStateException("expected no content after the message was discarded");
        }
        return present;
    }

    private void closeCompressor() {
        Compressor present = compressor;
        compressor = null;
        if (present != null) {
            present.close();
        }
    }
}
