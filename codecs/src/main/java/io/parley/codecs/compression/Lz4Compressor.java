package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.compression.Compressor;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.StreamingXXHash32;

/** Gathers blocks, and puts each out compressed, or as it is if that is not shorter. */
final class Lz4Compressor implements Compressor {
    private static final LZ4Compressor LZ4 = LZ4Factory.fastestInstance().fastCompressor();

    private final StreamingXXHash32 checksum = Lz4Frame.checksum();
    private final ByteBuf block = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);
    /** Compressed bytes that did not go out yet. */
    private final ByteBuf ready = ByteBufAllocator.DEFAULT.heapBuffer(
            Lz4Frame.HEADER_BYTES + 2 * Lz4Frame.WORD_BYTES + LZ4.maxCompressedLength(Lz4Frame.BLOCK_BYTES));

    private boolean ended;

    Lz4Compressor() {
        Lz4Frame.writeHeader(ready);
    }

    @Override
    public void compress(ByteBuf in, ByteBuf out) {
        while (in.isReadable() && isPut(out)) {
            block.writeBytes(in, Math.min(block.writableBytes(), in.readableBytes()));
            if (!block.isWritable()) {
                endBlock();
            }
        }
        isPut(out);
    }

    @Override
    public boolean flush(ByteBuf out) {
        if (!isPut(out)) {
            return false;
        }
        endBlock();
        return isPut(out);
    }

    @Override
    public boolean finish(ByteBuf out) {
        if (!ended) {
            if (!flush(out)) {
                return false;
            }
            ended = true;
            ready.clear().writeIntLE(0).writeIntLE(checksum.getValue());
        }
        return isPut(out);
    }

    @Override
    public void close() {
        if (block.refCnt() > 0) {
            block.release();
            ready.release();
            checksum.close();
        }
    }

    /** Puts out ready bytes; returns whether there was room for all of them. */
    private boolean isPut(ByteBuf out) {
        out.writeBytes(ready, Math.min(ready.readableBytes(), out.writableBytes()));
        return !ready.isReadable();
    }

    /** Ends a block. Must be called when all ready bytes were put out. */
    private void endBlock() {
        int length = block.readableBytes();
        if (length == 0) {
            return;
        }
        byte[] bytes = block.array();
        int from = block.arrayOffset();
        checksum.update(bytes, from, length);
        ready.clear().writerIndex(Lz4Frame.WORD_BYTES);
        int to = ready.arrayOffset() + Lz4Frame.WORD_BYTES;
        int compressed = LZ4.compress(bytes, from, length, ready.array(), to, LZ4.maxCompressedLength(length));
        if (compressed < length) {
            ready.setIntLE(0, compressed).writerIndex(Lz4Frame.WORD_BYTES + compressed);
        } else {
            ready.setIntLE(0, length | Lz4Frame.STORED).writeBytes(block, 0, length);
        }
        block.clear();
    }
}
