package io.parley.recording;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.binding.Part;
import io.parley.binding.PartKey;
import io.parley.binding.Parts;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.CanonicalText;
import io.parley.layout.ComplexLayout;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.recording.RecordedMessage.Direction;
import io.parley.recording.RecordedMessage.Kind;
import io.parley.representation.ContentWriter;
import io.parley.representation.Representations;
import io.parley.representation.Sink;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import io.parley.soap.SoapHead;
import io.parley.soap.SoapVersion;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;

/** A service that adds numbers, and the encoding of its messages. */
final class Taped {
    static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:sum" elementFormDefault="qualified">
              <xs:element name="sum">
                <xs:complexType><xs:sequence>
                  <xs:element name="secret" type="xs:string"/>
                  <xs:element name="number" type="xs:int" maxOccurs="unbounded"/>
                </xs:sequence></xs:complexType>
              </xs:element>
            </xs:schema>
            """;

    private static final QName ELEMENT = new QName("urn:sum", "sum");
    private static final Schema READ = Schema.read(SCHEMA);
    private static final Slot.Element LAYOUT =
            Layout.compile(READ).element(ELEMENT).orElseThrow();
    private static final Parts PARTS = Parts.of(List.of(Part.typed(
            new PartKey(ELEMENT, PartKey.Direction.IN, 0),
            LAYOUT,
            RecordBinding.of(LAYOUT),
            CanonicalText.fingerprint(LAYOUT))));

    private Taped() {}

    static SessionTerms terms() {
        List<SchemaDocument> documents = READ.print();
        return new SessionTerms("client", "an-agreement", "{urn:sum}Port", "hhfr", PARTS, List.of(documents));
    }

    /** Returns the expected envelope of the rebuilt message with a number. */
    static String envelope(int number) {
        return "<soap:Envelope xmlns:soap=\"" + SoapVersion.V1_2.namespace() + "\"><soap:Body>"
                + "<n:sum xmlns:n=\"urn:sum\"><n:secret>word</n:secret><n:number>" + number + "</n:number>"
                + "<n:number>7</n:number></n:sum></soap:Body></soap:Envelope>";
    }

    /** Records a request while it is encoded. */
    static void say(RecordedSession session, int number) {
        MessageCopy copy = session.begin(Direction.SENT, Kind.REQUEST);
        copy.operation("sum");
        ByteBuf wire = write(number, copy);
        copy.onEnd(true);
        wire.release();
    }

    static ByteBuf write(int number, MessageCopy copy) {
        ByteBuf wire = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
            wire.writeBytes(chunk);
            chunk.release();
        });
        sink.copyTo(copy);
        try {
            SoapHead.request(SoapVersion.V1_2, "sum", List.of()).write(sink);
            ContentWriter out = Representations.load(Taped.class.getClassLoader())
                    .get("hhfr")
                    .newWriter(sink, PARTS);
            out.writePart(0, value(number));
            out.writeEndDocument();
            sink.finish();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        } finally {
            sink.discard();
        }
        return wire;
    }

    private static Object value(int number) {
        return Record.builder((ComplexLayout) LAYOUT.type())
                .add("secret", "word")
                .add("number", number)
                .add("number", 7)
                .build();
    }
}
