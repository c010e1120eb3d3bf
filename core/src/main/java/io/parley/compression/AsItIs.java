package io.parley.compression;

import io.netty.buffer.ByteBuf;
import io.parley.representation.Sink;
import io.parley.representation.Source;

/** No compression. */
final class AsItIs implements SessionCompression, MessageCompression {
    static final AsItIs INSTANCE = new AsItIs();

    private AsItIs() {}

    @Override
    public MessageCompression call(String operation) {
        return this;
    }

    @Override
    public MessageCompression called() {
        return this;
    }

    @Override
    public MessageCompression oneWay() {
        return this;
    }

    @Override
    public Packing pack(Sink.Drain to) {
        return new Packing() {
            @Override
            public void accept(ByteBuf chunk, boolean last) {
                to.accept(chunk, last);
            }

            @Override
            public void expect(long bytes) {
                to.expect(bytes);
            }

            @Override
            public void discard() {}
        };
    }

    @Override
    public boolean isPacked(int first) {
        return false;
    }

    @Override
    public Source unpack(Source in) {
        return in;
    }

    @Override
    public void close() {}
}
