package io.parley.representation.bnux;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.Parts;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.ByteArrayOutputStream;
import javax.xml.stream.XMLStreamException;

/** Writes documents to bytes and reads them back, for these tests. */
final class Bytes {
    private static final UnpooledByteBufAllocator ALLOCATOR = new UnpooledByteBufAllocator(false);

    private Bytes() {}

    /** Writes a document. */
    @FunctionalInterface
    interface Content {
        void write(ContentWriter writer) throws XMLStreamException;
    }

    /** Writes a document in pieces, with other bytes between them. */
    @FunctionalInterface
    interface Shared {
        void write(ContentWriter writer, Sink sink) throws XMLStreamException;
    }

    /** Reads a document. */
    @FunctionalInterface
    interface Reading<T> {
        T read(ContentReader reader) throws XMLStreamException;
    }

    static byte[] of(Representation bnux, Content content) throws XMLStreamException {
        return of(bnux, (writer, sink) -> content.write(writer));
    }

    static byte[] inPieces(Shared content) throws XMLStreamException {
        return of(new Bnux().embedded(), content);
    }

    private static byte[] of(Representation bnux, Shared content) throws XMLStreamException {
        var bytes = new ByteArrayOutputStream();
        var sink = new Sink(ALLOCATOR, 512, (chunk, last) -> {
            bytes.writeBytes(ByteBufUtil.getBytes(chunk));
            chunk.release();
        });
        try {
            content.write(bnux.newWriter(sink, Parts.none()), sink);
            sink.finish();
        } finally {
            sink.discard();
        }
        return bytes.toByteArray();
    }

    static <T> T read(Representation bnux, byte[] bytes, Limits limits, Reading<T> reading) throws XMLStreamException {
        try (Source source = Source.of(Unpooled.wrappedBuffer(bytes), limits)) {
            T result = reading.read(bnux.newReader(source, Parts.none()));
            source.expectEnd("test");
            return result;
        }
    }
}
