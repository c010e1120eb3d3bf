package io.parley.codecs.compression;

import com.github.luben.zstd.util.Native;
import io.parley.compression.Compressor;
import io.parley.compression.Decompressor;
import io.parley.compression.StreamCompression;

/** Compression {@code zstd}: one frame of RFC 8878, by zstd-jni, where its native library is available. */
public final class Zstd extends StreamCompression {
    /** Maximum window of a frame, as a power of two. */
    static final int WINDOW_LOG = 21;

    /** Memory for the window, blocks of 128 KiB and tables, in bytes. */
    private static final long WORK_BYTES = (1L << WINDOW_LOG) + 640 * 1024;

    @Override
    public String name() {
        return "zstd";
    }

    @Override
    public boolean isAvailable() {
        try {
            Native.load();
            return Native.isLoaded();
        } catch (LinkageError e) {
            return false;
        }
    }

    @Override
    public Compressor newCompressor() {
        return new ZstdCompressor();
    }

    @Override
    public Decompressor newDecompressor() {
        return new ZstdDecompressor();
    }

    @Override
    public long workBytes() {
        return WORK_BYTES;
    }
}
