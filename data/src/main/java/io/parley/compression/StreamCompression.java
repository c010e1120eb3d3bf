package io.parley.compression;

/**
 * Base class of compressions that process each message by itself while it is written and read
 * (docs/protocol/framing.md, 5.3). Subclasses provide the algorithm. The head byte, the decision whether compression is
 * worthwhile, and the limits of decompression are common to all.
 */
public abstract class StreamCompression implements Compression {
    /** Constructor for subclasses. */
    protected StreamCompression() {}

    /** Returns a compressor for one message. */
    public abstract Compressor newCompressor();

    /** Returns a decompressor for one message. */
    public abstract Decompressor newDecompressor();

    /** Returns the greatest amount of memory, in bytes, of a decompressor. It is reserved before one is created. */
    public abstract long workBytes();

    @Override
    public final SessionCompression begin(Workspace workspace) {
        return new CompressedSession(this, workspace);
    }
}
