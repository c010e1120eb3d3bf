package io.parley.testkit.vectors;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.conformance.raw.Vector;
import io.parley.layout.CanonicalText;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.schema.Schema;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;

/** Tests that the heads and contents in docs/protocol/vectors/messages.txt match those of the code. */
class MessageVectorsTest {
    private static final QName OPERATION = new QName("urn:x", "pay");
    private static final PartKey KEY = new PartKey(OPERATION, PartKey.Direction.IN, 0);
    private static final Slot.Element LAYOUT = Layout.compile(Schema.read(
                    VectorFiles.in("fingerprints.txt").get("numbers").field("schema")))
            .element(new QName("record"))
            .orElseThrow();
    private static final String FINGERPRINT = CanonicalText.fingerprint(LAYOUT);
    private static final Parts PARTS =
            Parts.of(List.of(Part.typed(KEY, LAYOUT, RecordBinding.of(LAYOUT), FINGERPRINT)));

    private final List<Vector> vectors = new ArrayList<>();

    @Test
    void theMessagesOnThePageAreThoseOfTheCode() throws IOException {
        head(
                "head-request",
                "a request by SOAP 1.1 with an action",
                SoapHead.request(SoapVersion.V1_1, "urn:pay", List.of()));
        head("head-response", "an ordinary response by SOAP 1.2", SoapHead.response(SoapVersion.V1_2, 200, List.of()));
        head(
                "head-fault",
                "a fault with a transport header",
                SoapHead.response(SoapVersion.V1_1, 500, List.of(new SoapHead.Header("Retry-After", "5"))));
        head(
                "head-chosen",
                "a request in the first of the representations that operations have, which acknowledges the static"
                        + " headers 1 and 3",
                SoapHead.request(SoapVersion.V1_2, "", List.of()).chosen(1).acknowledging(List.of(1, 3)));
        add(
                "mark",
                "13.3",
                "the mark of the part that the messages below have",
                "key",
                "{urn:x}pay/in/0",
                "fingerprint",
                FINGERPRINT,
                "hex",
                String.format(
                        Locale.ROOT, "%08x", Integer.reverseBytes(PARTS.get(0).mark())));
        record(
                "hhfr-part",
                "hhfr",
                "the record of the page's example in a message without an envelope",
                content("hhfr", out -> {
                    out.writePart(0, record());
                    out.writeEndDocument();
                }));
        record(
                "hhfr-ordinary",
                "hhfr, 5.5",
                "the same in an ordinary envelope of SOAP 1.1",
                content("hhfr", out -> tags(out, () -> out.writePart(0, record()))));
        record(
                "hhfr-envelope",
                "hhfr, 5.5",
                "the same with the tags of the envelope in runs",
                content("hhfr", out -> envelope(out, () -> out.writePart(0, record()))));
        add(
                "hhfr-infoset",
                "hhfr, 5.5",
                "an envelope whose body has no typed form",
                "hex",
                content("hhfr", out -> envelope(out, () -> text(out))));
        add("xml-envelope", "5.5", "the same in xml", "hex", content("xml", out -> envelope(out, () -> text(out))));
        VectorFiles.check("messages.txt", """
                Heads (docs/protocol/framing.md, 5.5) and contents (docs/reference/hhfr.md, bnux.md) of messages. A message is a head and a
                content, one behind the other. The records are of the schema "numbers" in fingerprints.txt. Written by
                MessageVectorsTest.""", vectors);
    }

    private interface Content {
        void write(ContentWriter out) throws XMLStreamException;
    }

    private interface Body {
        void write() throws XMLStreamException;
    }

    private static Object record() {
        return Record.builder((ComplexLayout) LAYOUT.type())
                .attribute("id", 1L)
                .add("name", "ab")
                .add("numbers", 1.0)
                .add("numbers", 2.0)
                .build();
    }

    /** Writes an envelope, and a start of the document, which an ordinary envelope does not have. */
    private static void envelope(ContentWriter out, Body body) throws XMLStreamException {
        out.writeStartDocument();
        tags(out, body);
    }

    private static void tags(ContentWriter out, Body body) throws XMLStreamException {
        String soap = SoapVersion.V1_1.namespace();
        out.writeStartElement("soap", "Envelope", soap);
        out.writeNamespace("soap", soap);
        out.writeStartElement("soap", "Body", soap);
        body.write();
        out.writeEndElement();
        out.writeEndElement();
        out.writeEndDocument();
    }

    private static void text(ContentWriter out) throws XMLStreamException {
        out.writeStartElement("x", "note", "urn:x");
        out.writeNamespace("x", "urn:x");
        out.writeCharacters("caf\u00e9");
        out.writeEndElement();
    }

    private static String content(String representation, Content content) {
        return bytes(sink -> {
            try {
                ContentWriter out = Representations.load(MessageVectorsTest.class.getClassLoader())
                        .get(representation)
                        .newWriter(sink, PARTS);
                content.write(out);
                out.close();
            } catch (XMLStreamException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static String bytes(Consumer<Sink> written) {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 1024, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            written.accept(sink);
            sink.finish();
            return ByteBufUtil.hexDump(whole);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    private void head(String name, String meaning, SoapHead head) {
        add(
                name,
                "5.5",
                meaning,
                "version",
                String.valueOf(head.version().number()),
                "status",
                String.valueOf(head.status()),
                "representation",
                String.valueOf(head.representation()),
                "action",
                head.action(),
                "headers",
                head.headers().isEmpty() ? "" : "Retry-After=5",
                "kept",
                head.kept().isEmpty() ? "" : "1 3",
                "hex",
                bytes(head::write));
    }

    private void record(String name, String section, String meaning, String hex) {
        add(name, section, meaning, "id", "1", "name", "ab", "numbers", "1.0 2.0", "hex", hex);
    }

    private void add(String name, String section, String meaning, String... fields) {
        vectors.add(VectorFiles.vector(name, section, meaning, fields));
    }
}
