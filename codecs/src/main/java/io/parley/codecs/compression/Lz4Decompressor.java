package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.ParleyException;
import io.parley.compression.Decompressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import net.jpountz.xxhash.StreamingXXHash32;

/** Reads one frame, block by block. The library's decompressor that checks where it writes is the only one used. */
final class Lz4Decompressor implements Decompressor {
    private static final LZ4SafeDecompressor LZ4 = LZ4Factory.fastestInstance().safeDecompressor();

    private final StreamingXXHash32 checksum = Lz4Frame.checksum();
    /** Received part of the next block or field. */
    private final ByteBuf came = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);

    private final ByteBuf block = ByteBufAllocator.DEFAULT.heapBuffer(Lz4Frame.BLOCK_BYTES, Lz4Frame.BLOCK_BYTES);
    private Place place = Place.HEADER;
    private int awaited = Lz4Frame.HEADER_BYTES;
    private boolean stored;

    private enum Place {
        HEADER,
        LENGTH,
        BLOCK,
        CHECKSUM,
        END
    }

    @Override
    public boolean decompress(ByteBuf in, ByteBuf out) {
        while (isPut(out) && place != Place.END && isThere(in)) {
            switch (place) {
                case HEADER -> readHeader();
                case LENGTH -> readLength();
                case BLOCK -> readBlock();
                case CHECKSUM -> readChecksum();
                case END -> throw new IllegalStateException("nothing follows the end");
            }
            came.clear();
        }
        return place == Place.END;
    }

    @Override
    public void close() {
        if (came.refCnt() > 0) {
            came.release();
            block.release();
            checksum.close();
        }
    }

    /** Puts out expanded bytes; returns whether there was room for all of them. */
    private boolean isPut(ByteBuf out) {
        out.writeBytes(block, Math.min(block.readableBytes(), out.writableBytes()));
        return !block.isReadable();
    }

    private boolean isThere(ByteBuf in) {
        came.writeBytes(in, Math.min(awaited - came.readableBytes(), in.readableBytes()));
        return came.readableBytes() == awaited;
    }

    private void await(Place next, int bytes) {
        place = next;
        awaited = bytes;
    }

    private void readHeader() {
        if (!Lz4Frame.isHeader(came)) {
            throw ParleyException.malformed("a frame of independent blocks of 64 KiB", "another header", "lz4");
        }
        await(Place.LENGTH, Lz4Frame.WORD_BYTES);
    }

    private void readLength() {
        int word = came.readIntLE();
        int length = word & ~Lz4Frame.STORED;
        if (word == 0) {
            await(Place.CHECKSUM, Lz4Frame.WORD_BYTES);
            return;
        }
        if (length == 0 || length > Lz4Frame.BLOCK_BYTES) {
            throw ParleyException.malformed("a block of 1 to 65536 bytes", Integer.toUnsignedString(length), "lz4");
        }
        stored = word < 0;
        await(Place.BLOCK, length);
    }

    private void readBlock() {
        block.clear();
        if (stored) {
            block.writeBytes(came);
        } else {
            block.writerIndex(expand());
        }
        checksum.update(block.array(), block.arrayOffset(), block.readableBytes());
        await(Place.LENGTH, Lz4Frame.WORD_BYTES);
    }

    private int expand() {
        try {
            return LZ4.decompress(
                    came.array(),
                    came.arrayOffset(),
                    awaited,
                    block.array(),
                    block.arrayOffset(),
                    Lz4Frame.BLOCK_BYTES);
        } catch (LZ4Exception e) {
            throw ParleyException.malformed("a compressed block of at most 64 KiB", "other bytes", "lz4");
        }
    }

    private void readChecksum() {
        if (came.readIntLE() != checksum.getValue()) {
            throw ParleyException.malformed("content of the checksum behind it", "other", "lz4");
        }
        place = Place.END;
    }
}
