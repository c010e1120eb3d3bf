package io.parley.representation;

import java.io.InputStream;

/**
 * Adapter from a source to an input stream, for libraries that read from streams. It ends at the declared end of the
 * message. The caller closes the source. Belongs to one thread at a time.
 */
public final class SourceStream extends InputStream {
    /** Bytes of a character that a byte of text becomes. */
    private static final long TEXT_BYTES = 2;

    private final Source source;

    public SourceStream(Source source) {
        this.source = source;
    }

    @Override
    public int read() {
        return source.isAtEnd() ? -1 : source.readByte();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (source.isAtEnd()) {
            return -1;
        }
        int step = source.available(source.holds(length) ? length : (int) source.remaining());
        source.weigh(TEXT_BYTES * step);
        source.readBytes(into, offset, step);
        return step;
    }
}
