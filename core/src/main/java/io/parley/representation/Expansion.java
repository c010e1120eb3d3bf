package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.Parts;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The events of one object: written once by its binding, then read. */
final class Expansion {
    private static final int CHUNK = 64 * 1024;
    private final ContentReader reader;
    private int depth = 1;

    Expansion(Representation around, Object value, Binding binding, Limits limits) throws XMLStreamException {
        // On the heap: who reads events may stop anywhere, and then nobody would release pooled memory.
        ByteBuf whole = Unpooled.buffer(CHUNK);
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            ContentWriter out = around.newWriter(sink, Parts.none());
            binding.write(value, out);
            out.writeEndDocument();
            sink.finish();
        } finally {
            sink.discard();
        }
        ByteBuf heap = Unpooled.wrappedBuffer(whole.array(), 0, whole.readableBytes());
        whole.release();
        reader = around.newReader(Source.of(heap, limits), Parts.none());
        while (reader.next() != XMLStreamConstants.START_ELEMENT) {
            // what stands before the element says nothing
        }
    }

    XMLStreamReader reader() {
        return reader;
    }

    boolean isOver(int event) {
        depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
        return depth == 0;
    }
}
