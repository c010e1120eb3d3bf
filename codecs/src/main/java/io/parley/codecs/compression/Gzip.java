package io.parley.codecs.compression;

import io.parley.compression.Compressor;
import io.parley.compression.Decompressor;
import io.parley.compression.StreamCompression;

/** Compression {@code gzip}: one member of RFC 1952, by the JDK. */
public final class Gzip extends StreamCompression {
    /** Memory of zlib for a window of 32 KiB and its tables, in bytes. */
    private static final long WORK_BYTES = 64 * 1024;

    @Override
    public String name() {
        return "gzip";
    }

    @Override
    public Compressor newCompressor() {
        return new GzipCompressor();
    }

    @Override
    public Decompressor newDecompressor() {
        return new GzipDecompressor();
    }

    @Override
    public long workBytes() {
        return WORK_BYTES;
    }
}
