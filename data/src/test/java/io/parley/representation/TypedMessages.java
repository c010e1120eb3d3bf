package io.parley.representation;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.BoundAlternative;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.layout.Slot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Messages of one typed part, alone or in an envelope, in chunks so small that values are split across them. */
public final class TypedMessages {
    private static final int CHUNK = 64;
    private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

    private final Representation representation;

    public TypedMessages(Representation representation) {
        this.representation = representation;
    }

    /** Returns the messages of a representation of this library. */
    public static TypedMessages of(String name) {
        return new TypedMessages(
                Representations.load(TypedMessages.class.getClassLoader()).get(name));
    }

    /** Returns whether two consecutive text events stay separate in content without a schema. */
    public boolean keepsTextBoundaries() {
        return !representation.name().equals("tdxml");
    }

    public Representation representation() {
        return representation;
    }

    public static Parts parts(Binding binding) {
        BoundAlternative root = binding.root().alternatives().get(0);
        PartKey key = new PartKey(new QName("urn:test", "operation"), PartKey.Direction.IN, 0);
        return Parts.of(List.of(Part.typed(key, (Slot.Element) root.layout(), binding, "")));
    }

    /**
     * Returns the value after encoding and decoding: as a single part, also with the single-part codec if there is one,
     * and in an envelope.
     */
    public Object through(Binding binding, Object value) throws XMLStreamException {
        byte[] alone = encode(binding, value);
        Object decoded = decode(binding, alone);
        SinglePartCodec codec = representation.singlePartCodec();
        Parts parts = parts(binding);
        if (codec != null && parts.get(0).takes(value)) {
            // A bean that is changed by its callbacks is written differently each time.
            boolean changes = !Arrays.equals(alone, encode(binding, value));
            byte[] written = write(sink -> codec.write(sink, parts, 0, value), SideSink.NONE);
            assertThat(changes || Arrays.equals(alone, written)).isTrue();
            decoded = decodeSinglePart(codec, parts, alone);
        }
        decodeEnvelope(binding, envelope(binding, value));
        decodeEnvelope(binding, ordinaryEnvelope(binding, value));
        return decoded;
    }

    private static Object decodeSinglePart(SinglePartCodec codec, Parts parts, byte[] bytes) throws XMLStreamException {
        try (Source source = source(bytes)) {
            assertThat(codec.isNext(source)).isTrue();
            Object value = codec.read(source, parts, 0);
            source.expectEnd("message");
            return value;
        }
    }

    /** Returns whether the representation can write the value as a typed part. */
    public boolean canWrite(Binding binding, Object value) throws XMLStreamException {
        boolean[] can = {false};
        write(binding, out -> can[0] = out.canWrite(0, value));
        return can[0];
    }

    public byte[] encode(Binding binding, Object value) throws XMLStreamException {
        return encode(binding, value, SideSink.NONE);
    }

    /** Encodes a single part, with its side streams. */
    public byte[] encode(Binding binding, Object value, SideSink sides) throws XMLStreamException {
        Content content = out -> {
            out.writePart(0, value);
            out.writeEndDocument();
        };
        return write(binding, content, sides);
    }

    public Object decode(Binding binding, byte[] bytes) throws XMLStreamException {
        try (Source source = source(bytes)) {
            ContentReader in = representation.newReader(source, parts(binding));
            expect(XMLStreamConstants.START_ELEMENT, in.next());
            Object value = in.part().take();
            expect(XMLStreamConstants.END_ELEMENT, in.getEventType());
            expect(XMLStreamConstants.END_DOCUMENT, in.next());
            source.expectEnd("message");
            return value;
        }
    }

    public byte[] envelope(Binding binding, Object value) throws XMLStreamException {
        return write(binding, out -> {
            out.writeStartDocument();
            writeEnvelope("s", value, out);
        });
    }

    /** Writes an envelope as most writers do, without a start of the document. */
    private byte[] ordinaryEnvelope(Binding binding, Object value) throws XMLStreamException {
        return write(binding, out -> writeEnvelope("soap", value, out));
    }

    private static void writeEnvelope(String prefix, Object value, ContentWriter out) throws XMLStreamException {
        out.writeStartElement(prefix, "Envelope", SOAP);
        out.writeNamespace(prefix, SOAP);
        out.writeStartElement(prefix, "Body", SOAP);
        out.writePart(0, value);
        out.writeEndElement();
        out.writeEndElement();
        out.writeEndDocument();
    }

    public Object decodeEnvelope(Binding binding, byte[] bytes) throws XMLStreamException {
        try (Source source = source(bytes)) {
            ContentReader in = representation.newReader(source, parts(binding));
            in.nextTag();
            in.require(XMLStreamConstants.START_ELEMENT, SOAP, "Envelope");
            in.nextTag();
            in.require(XMLStreamConstants.START_ELEMENT, SOAP, "Body");
            in.nextTag();
            Object value = in.part().take();
            in.nextTag();
            in.require(XMLStreamConstants.END_ELEMENT, SOAP, "Body");
            in.nextTag();
            in.require(XMLStreamConstants.END_ELEMENT, SOAP, "Envelope");
            expect(XMLStreamConstants.END_DOCUMENT, in.next());
            source.expectEnd("message");
            return value;
        }
    }

    /** Returns the element names that a pure StAX reader sees. */
    public List<QName> expanded(Binding binding, Object value) throws XMLStreamException {
        List<QName> names = new ArrayList<>();
        try (Source source = source(envelope(binding, value))) {
            ContentReader in = representation.newReader(source, parts(binding));
            int depth = 0;
            while (in.hasNext()) {
                int event = in.next();
                depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
                depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
                if (event == XMLStreamConstants.START_ELEMENT && depth > 2) {
                    names.add(in.getName());
                }
            }
            expect(0, depth);
            source.expectEnd("message");
        }
        return names;
    }

    /** Writes the content of a message. */
    public interface Content {
        void write(ContentWriter out) throws XMLStreamException;
    }

    public byte[] write(Binding binding, Content content) throws XMLStreamException {
        return write(binding, content, SideSink.NONE);
    }

    /** Writes a message with its side streams. */
    public byte[] write(Binding binding, Content content, SideSink sides) throws XMLStreamException {
        return write(sink -> content.write(representation.newWriter(sink, parts(binding))), sides);
    }

    private interface Written {
        void to(Sink sink) throws XMLStreamException;
    }

    private static byte[] write(Written content, SideSink sides) throws XMLStreamException {
        ByteBuf whole = Unpooled.buffer();
        Sink.Drain drain = (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        };
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK, drain, sides);
        try {
            content.to(sink);
            sink.finish();
            byte[] bytes = new byte[whole.readableBytes()];
            whole.readBytes(bytes);
            return bytes;
        } finally {
            sink.discard();
            whole.release();
        }
    }

    /** Returns a source of the bytes in chunks of odd sizes. */
    public static Source source(byte[] bytes) {
        int[] at = {0};
        return new Source(
                () -> {
                    int step = Math.min(bytes.length - at[0], 7 + at[0] % 53);
                    if (step == 0) {
                        return null;
                    }
                    ByteBuf chunk = Unpooled.copiedBuffer(bytes, at[0], step);
                    at[0] += step;
                    return chunk;
                },
                bytes.length,
                Limits.defaults());
    }

    private static void expect(int expected, int found) {
        if (expected != found) {
            throw new AssertionError("expected event " + expected + ", found " + found);
        }
    }
}
