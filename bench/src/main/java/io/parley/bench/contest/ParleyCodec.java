package io.parley.bench.contest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.parley.Limits;
import io.parley.bench.data.Workload;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentFeed;
import io.parley.representation.ContentReader;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** The representation {@code hhfr} by itself: a typed part to and from chunks of pooled memory, as the stream's are. */
final class ParleyCodec implements Codec {
    private static final int CHUNK_BYTES = 128 * 1024;

    private final Representation representation =
            Representations.load(ParleyCodec.class.getClassLoader()).get("hhfr");
    private final List<ByteBuf> chunks = new ArrayList<>();
    private final Object value;
    private final Parts parts;
    private long bytes;

    private ParleyCodec(Object value, Parts parts) {
        this.value = value;
        this.parts = parts;
    }

    static Codec of(Workload workload) throws IOException {
        return new ParleyCodec(
                workload.object(), Parts.of(List.of(part(workload.kind().type()))));
    }

    @Override
    public long encode() throws IOException {
        close();
        Sink sink = new Sink(ByteBufAllocator.DEFAULT, CHUNK_BYTES, (chunk, last) -> chunks.add(chunk));
        try {
            ContentWriter out = representation.newWriter(sink, parts);
            out.writePart(0, value);
            out.writeEndDocument();
            sink.finish();
        } catch (XMLStreamException e) {
            throw new IOException("hhfr cannot write " + value.getClass(), e);
        } finally {
            sink.discard();
        }
        bytes = sink.written();
        return bytes;
    }

    @Override
    public Object decode() throws IOException {
        Iterator<ByteBuf> next = chunks.iterator();
        ContentFeed feed = () -> next.hasNext() ? next.next().retainedDuplicate() : null;
        try (Source source = new Source(feed, bytes, Limits.defaults())) {
            ContentReader in = representation.newReader(source, parts);
            in.nextTag();
            ContentReader.TypedPart part = in.part();
            if (part == null) {
                throw new IOException("expected a typed part, found an element");
            }
            Object decoded = part.take();
            if (in.next() != XMLStreamConstants.END_DOCUMENT) {
                throw new IOException("expected one part, found more");
            }
            source.expectEnd("part");
            return decoded;
        } catch (XMLStreamException e) {
            throw new IOException("hhfr cannot read " + value.getClass(), e);
        }
    }

    @Override
    public void close() {
        chunks.forEach(ByteBuf::release);
        chunks.clear();
    }

    private static Part part(Class<?> type) throws IOException {
        try {
            JAXBContext context = JAXBContext.newInstance(type);
            Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                    .element(JaxbBindings.rootName(type).orElseThrow())
                    .orElseThrow();
            JaxbBindings.Attempt attempt =
                    JaxbBindings.of(context, List.of(type)).bind(element, type);
            PartKey key = new PartKey(new QName(Workload.NAMESPACE, "value"), PartKey.Direction.IN, 0);
            return attempt.found()
                    .map(binding -> Part.typed(key, element, binding, CanonicalText.fingerprint(element)))
                    .orElseThrow(() -> new IOException(type + " would not travel typed: " + attempt.reason()));
        } catch (JAXBException e) {
            throw new IOException("JAXB cannot handle " + type, e);
        }
    }
}
