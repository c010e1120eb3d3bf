package io.parley.bench.retail;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.parley.Limits;
import io.parley.bench.document.Update;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.Representation;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/** Messages of the TDXML paper as one typed part, alone. Thread-safe. */
final class Tables implements Content<Update> {
    private static final int CHUNK_BYTES = 16 * 1024;

    private final OnePart<Update> part;

    Tables(String name) {
        this.part = new OnePart<>(
                Representations.load(Tables.class.getClassLoader()).get(name), parts(), Update.class);
    }

    Representation representation() {
        return part.representation();
    }

    /** What ties the part to its class. */
    Binding binding() {
        return Objects.requireNonNull(agreed().get(0).binding());
    }

    Parts agreed() {
        return part.parts();
    }

    @Override
    public void write(Update value, Sink sink) throws XMLStreamException {
        part.write(value, sink);
    }

    @Override
    public Update read(Source source) throws XMLStreamException {
        return part.read(source);
    }

    /** As text: what an application would put into a string. */
    String write(Update value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Sink sink = new Sink(ByteBufAllocator.DEFAULT, CHUNK_BYTES, (chunk, last) -> {
            bytes.writeBytes(ByteBufUtil.getBytes(chunk));
            chunk.release();
        });
        try {
            write(value, sink);
            sink.finish();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a message cannot be written", e);
        } finally {
            sink.discard();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    Update read(String text) {
        ByteBuf bytes = Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
        try (Source source = Source.of(bytes, Limits.defaults())) {
            return read(source);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a message cannot be read", e);
        }
    }

    private static Parts parts() {
        try {
            JAXBContext context = JAXBContext.newInstance(Update.class);
            Slot.Element element = Layout.compile(Schema.derive(context, Limits.defaults()))
                    .element(JaxbBindings.rootName(Update.class).orElseThrow())
                    .orElseThrow();
            JaxbBindings.Attempt attempt =
                    JaxbBindings.of(context, List.of(Update.class)).bind(element, Update.class);
            PartKey key = new PartKey(new QName(Update.NAMESPACE, "update"), PartKey.Direction.IN, 0);
            return Parts.of(List.of(attempt.found()
                    .map(binding -> Part.typed(key, element, binding, CanonicalText.fingerprint(element)))
                    .orElseThrow(() -> new IllegalStateException("would not travel typed: " + attempt.reason()))));
        } catch (JAXBException e) {
            throw new IllegalStateException("JAXB cannot handle " + Update.class, e);
        }
    }
}
