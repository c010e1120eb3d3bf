package io.parley.codecs.compression;

import io.netty.buffer.ByteBuf;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHashFactory;

/**
 * Constants of the LZ4 frame format 1.6, as used here: independent blocks of at most 64 KiB, and a checksum of the
 * content.
 *
 * <pre>
 *  magic 32 | flags 8 | block size 8 | header checksum 8 | blocks | 0 (32) | XXH32 of the content
 *  block = its length 32, the highest bit for one that is not compressed | its bytes
 * </pre>
 */
final class Lz4Frame {
    static final int BLOCK_BYTES = 64 * 1024;
    static final int HEADER_BYTES = 7;
    static final int WORD_BYTES = 4;
    static final int STORED = 0x8000_0000;

    private static final int MAGIC = 0x184D_2204;
    /** Version 01, independent blocks, content checksum; no block checksums, no content length, no dictionary. */
    private static final int FLAGS = 0b0110_0100;
    /** Code of blocks of 64 KiB. */
    private static final int BLOCK_SIZE = 0b0100_0000;

    private Lz4Frame() {}

    static StreamingXXHash32 checksum() {
        return XXHashFactory.fastestInstance().newStreamingHash32(0);
    }

    static void writeHeader(ByteBuf out) {
        out.writeIntLE(MAGIC).writeByte(FLAGS).writeByte(BLOCK_SIZE).writeByte(headerChecksum());
    }

    /** Returns whether a header is that of a frame with these parameters. */
    static boolean isHeader(ByteBuf header) {
        return header.readIntLE() == MAGIC
                && header.readUnsignedByte() == FLAGS
                && header.readUnsignedByte() == BLOCK_SIZE
                && header.readUnsignedByte() == headerChecksum();
    }

    private static int headerChecksum() {
        byte[] described = {FLAGS, BLOCK_SIZE};
        return XXHashFactory.fastestInstance().hash32().hash(described, 0, described.length, 0) >>> 8 & 0xFF;
    }
}
