package io.parley.representation;

import java.io.OutputStream;

/**
 * Adapter from an output stream to a sink, for libraries that write to streams. Closing it does nothing: the owner
 * finishes the sink. Belongs to one thread at a time.
 */
public final class SinkStream extends OutputStream {
    private final Sink sink;

    public SinkStream(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void write(int value) {
        sink.writeByte(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        sink.writeBytes(bytes, offset, length);
    }
}
