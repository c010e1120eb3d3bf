package io.parley.representation.tokens;

import static io.netty.buffer.ByteBufAllocator.DEFAULT;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.representation.Events;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import javax.xml.stream.XMLStreamException;

/** What these tests write to bytes and read back. */
final class Bytes {
    private Bytes() {}

    /** Something that writes a message. */
    interface Content {
        void write(TokensWriter writer, Sink sink) throws Exception;
    }

    static byte[] of(Content content) throws Exception {
        ByteBuf all = DEFAULT.buffer();
        try {
            var sink = new Sink(DEFAULT, 64, (chunk, last) -> {
                all.writeBytes(chunk);
                chunk.release();
            });
            try {
                content.write(new TokensWriter(sink), sink);
                sink.finish();
            } finally {
                sink.discard();
            }
            return ByteBufUtil.getBytes(all);
        } finally {
            all.release();
        }
    }

    static Source source(byte[] bytes) {
        return Source.of(Unpooled.wrappedBuffer(bytes), Limits.defaults());
    }

    /** All events in a short notation: prefixes and declarations as they stand, strings in quotes. */
    static String events(byte[] bytes) throws XMLStreamException {
        try (Source source = source(bytes)) {
            String text = Events.describe(new TokensReader(source), true);
            source.expectEnd("test");
            return text;
        }
    }
}
