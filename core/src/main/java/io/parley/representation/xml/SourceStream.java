package io.parley.representation.xml;

import io.parley.representation.Source;
import java.io.InputStream;

/** A source as a stream that ends where the message was declared to end. */
final class SourceStream extends InputStream {
    private final Source source;

    SourceStream(Source source) {
        this.source = source;
    }

    @Override
    public int read() {
        return source.remaining() == 0 ? -1 : source.readByte();
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int most = (int) Math.min(length, source.remaining());
        if (most == 0) {
            return -1;
        }
        int step = source.available(most);
        source.readBytes(into, offset, step);
        return step;
    }
}
