package io.parley.bench.form;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/** A message of Parley in chunks of pooled memory, like those of the stream. */
public final class Chunks {
    private static final int CHUNK_BYTES = 128 * 1024;
    private static final int NAMES = 100_000;
    /** The default limits, except for names: some documents have more than a message may have by default. */
    private static final Limits LIMITS = Limits.defaults().with(Limit.NAMES, NAMES);

    private final List<ByteBuf> chunks = new ArrayList<>();
    private long bytes;

    /** Writes content to a sink. */
    public interface Writing {
        /** Writes the complete content. */
        void to(Sink sink) throws XMLStreamException;
    }

    /** Replaces the previous content; returns the number of bytes. */
    public long write(Writing content) throws XMLStreamException {
        release();
        Sink sink = new Sink(ByteBufAllocator.DEFAULT, CHUNK_BYTES, (chunk, last) -> chunks.add(chunk));
        try {
            content.to(sink);
            sink.finish();
        } finally {
            sink.discard();
        }
        bytes = sink.written();
        return bytes;
    }

    /** Releases the chunks. */
    public void release() {
        chunks.forEach(ByteBuf::release);
        chunks.clear();
    }

    /** Returns a source of the content written last, from its start. The caller closes it. */
    public Source open() {
        Iterator<ByteBuf> next = chunks.iterator();
        return new Source(() -> next.hasNext() ? next.next().retainedDuplicate() : null, bytes, LIMITS);
    }
}
