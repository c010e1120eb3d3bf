package io.parley.representation.xml;

import io.parley.representation.Sink;
import java.io.OutputStream;

/** A sink as a stream. Closing does nothing: the sink is its owner's to finish. */
final class SinkStream extends OutputStream {
    private final Sink sink;

    SinkStream(Sink sink) {
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
