package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.compression.Compressor;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.StreamingXXHash32;

/** Collects blocks, and writes each compressed, or unchanged if that is not longer. */
final class Lz4Compressor implements Compressor {
    private static final LZ4Compressor LZ4 = LZ4Factory.fastestInstance().fastCompressor();

    private final StreamingXXHash32 checksum = Lz4Frame.checksum();
    private final ByteBuf block = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);
    /** Pending output. */
    private final ByteBuf pending = ByteBufAllocator.DEFAULT.heapBuffer(
            Lz4Frame.HEADER_BYTES + 2 * Lz4Frame.WORD_BYTES + LZ4.maxCompressedLength(Lz4Frame.BLOCK_BYTES));

    private boolean ended;

    Lz4Compressor() {
        Lz4Frame.writeHeader(pending);
    }

    @Override
    public void compress(ByteBuf in, ByteBuf out) {
        while (in.isReadable() && drain(out)) {
            block.writeBytes(in, Math.min(block.writableBytes(), in.readableBytes()));
            if (!block.isWritable()) {
                endBlock();
            }
        }
        drain(out);
    }

    @Override
    public boolean flush(ByteBuf out) {
        if (!drain(out)) {
            return false;
        }
        endBlock();
        return drain(out);
    }

    @Override
    public boolean finish(ByteBuf out) {
        if (!ended) {
            if (!flush(out)) {
                return false;
            }
            ended = true;
            pending.clear().writeIntLE(0).writeIntLE(checksum.getValue());
        }
        return drain(out);
    }

    @Override
    public void close() {
        if (block.refCnt() > 0) {
            block.release();
            pending.release();
            checksum.close();
        }
    }

    /** Writes pending output; returns whether all of it fitted. */
    private boolean drain(ByteBuf out) {
        out.writeBytes(pending, Math.min(pending.readableBytes(), out.writableBytes()));
        return !pending.isReadable();
    }

    /** Ends a block. Only when there is no pending output. */
    private void endBlock() {
        int length = block.readableBytes();
        if (length == 0) {
            return;
        }
        byte[] bytes = block.array();
        int from = block.arrayOffset();
        checksum.update(bytes, from, length);
        pending.clear().writerIndex(Lz4Frame.WORD_BYTES);
        int to = pending.arrayOffset() + Lz4Frame.WORD_BYTES;
        int compressed = LZ4.compress(bytes, from, length, pending.array(), to, LZ4.maxCompressedLength(length));
        if (compressed < length) {
            pending.setIntLE(0, compressed).writerIndex(Lz4Frame.WORD_BYTES + compressed);
        } else {
            pending.setIntLE(0, length | Lz4Frame.STORED).writeBytes(block, 0, length);
        }
        block.clear();
    }
}
