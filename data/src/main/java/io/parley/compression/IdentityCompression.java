package io.parley.compression;

import io.netty.buffer.ByteBuf;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.function.ObjIntConsumer;

/** The identity compression, which passes content through unchanged. */
final class IdentityCompression implements StatelessSession {
    static final IdentityCompression INSTANCE = new IdentityCompression();

    private IdentityCompression() {}

    @Override
    public Packing pack(Sink.Drain to) {
        return new Packing() {
            @Override
            public void accept(ByteBuf chunk, boolean last) {
                to.accept(chunk, last);
            }

            @Override
            public boolean expect(long bytes) {
                return to.expect(bytes);
            }

            @Override
            public boolean takes(long bytes) {
                return to.takes(bytes);
            }

            @Override
            public long take(long bytes, ObjIntConsumer<ByteBuf> from) {
                return to.take(bytes, from);
            }

            @Override
            public int headroom() {
                return to.headroom();
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
}
