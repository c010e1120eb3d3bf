package io.parley.soap;

import io.parley.Limit;
import io.parley.ParleyException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Input stream that passes a limited number of bytes and fails at the next, independently of the limits of the parser.
 */
final class BoundedInput extends FilterInputStream {
    private final Limit limit;
    private final long allowed;
    private long read;

    BoundedInput(InputStream in, Limit limit, long allowed) {
        super(in);
        this.limit = limit;
        this.allowed = allowed;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        // One more than is allowed, to detect excess.
        int max = (int) Math.min(length, allowed - read + 1);
        int count = super.read(into, offset, max);
        count(Math.max(0, count));
        return count;
    }

    /** Returns 0, so that no byte is skipped uncounted. */
    @Override
    public long skip(long count) {
        return 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void count(int more) {
        read += more;
        if (read > allowed) {
            throw ParleyException.limit(limit, allowed, read, "message");
        }
    }
}
