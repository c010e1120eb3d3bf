package io.parley.representation;

import java.io.InputStream;

/**
 * A source as a stream that ends where the message was declared to end, for libraries that read from one. The source
 * stays the caller's to close. Belongs to one thread at a time.
 */
public final class SourceStream extends InputStream {
    /** What a byte of text takes as a character. */
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
