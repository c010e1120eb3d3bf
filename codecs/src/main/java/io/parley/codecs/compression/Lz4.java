package io.parley.codecs.compression;

import io.parley.compression.Compressor;
import io.parley.compression.Decompressor;
import io.parley.compression.StreamCompression;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.xxhash.XXHashFactory;

/** Compression {@code lz4}: one frame of the LZ4 frame format, with blocks and checksums by lz4-java. */
public final class Lz4 extends StreamCompression {
    /** One compressed block and one expanded block. */
    private static final long WORK_BYTES = 2L * Lz4Frame.BLOCK_BYTES;

    @Override
    public String name() {
        return "lz4";
    }

    @Override
    public boolean isAvailable() {
        try {
            return LZ4Factory.fastestInstance() != null && XXHashFactory.fastestInstance() != null;
        } catch (LinkageError e) {
            return false;
        }
    }

    @Override
    public Compressor newCompressor() {
        return new Lz4Compressor();
    }

    @Override
    public Decompressor newDecompressor() {
        return new Lz4Decompressor();
    }

    @Override
    public long workBytes() {
        return WORK_BYTES;
    }
}
