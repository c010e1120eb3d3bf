package io.parley.representation;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.binding.Binding;
import io.parley.binding.Parts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The events of one object, written once by its binding and then read. */
final class Expansion {
    private static final int CHUNK = 64 * 1024;
    /** Unpooled allocator on the heap: a reader of events may stop anywhere, and pooled memory would then leak. */
    private static final ByteBufAllocator ON_HEAP = new UnpooledByteBufAllocator(false);

    private final ContentReader reader;
    private int depth = 1;

    Expansion(Representation infosets, Object value, Binding binding, Source message) throws XMLStreamException {
        List<ByteBuf> chunks = new ArrayList<>();
        Sink sink = new Sink(ON_HEAP, CHUNK, (chunk, last) -> chunks.add(chunk));
        try {
            ContentWriter out = infosets.newWriter(sink, Parts.none());
            binding.write(value, out);
            out.writeEndDocument();
            sink.finish();
        } finally {
            sink.discard();
        }
        Iterator<ByteBuf> next = chunks.iterator();
        Source source = new Source(() -> next.hasNext() ? next.next() : null, sink.written(), message.limits());
        source.heldBy(message.heap());
        source.weigh(sink.written());
        reader = infosets.newReader(source, Parts.none());
        while (reader.next() != XMLStreamConstants.START_ELEMENT) {
            // skip the prolog
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
