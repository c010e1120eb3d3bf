package io.parley.compression;

/**
 * A compression of single messages, as they are written and read (docs/protocol/framing.md, 5.3). What extends it brings the
 * algorithm; when it pays, what may be expanded, and the byte in front are the same for all.
 */
public abstract class StreamCompression implements Compression {
    /** Constructor for subclasses. */
    protected StreamCompression() {}

    /** A compressor for one message. */
    public abstract Compressor newCompressor();

    /** A decompressor for one message. */
    public abstract Decompressor newDecompressor();

    /** The most memory that one decompressor takes; it is reserved before there is one. */
    public abstract long workBytes();

    @Override
    public final SessionCompression begin(Workspace workspace) {
        return new CompressedSession(this, workspace);
    }
}
