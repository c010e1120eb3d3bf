package io.parley.representation;

import java.io.OutputStream;

/**
 * A sink as a stream, for libraries that write to one. Closing does nothing: the sink is its owner's to finish. Belongs
 * to one thread at a time.
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
