package io.parley.testkit.vectors;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.conformance.raw.Vector;
import io.parley.context.Value;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.Answer;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.DataDescription;
import io.parley.negotiation.DataTerms;
import io.parley.negotiation.FallbackReason;
import io.parley.negotiation.HostPort;
import io.parley.negotiation.Negotiator;
import io.parley.negotiation.Offer;
import io.parley.negotiation.PartNumbering;
import io.parley.negotiation.PartTerm;
import io.parley.negotiation.Refusal;
import io.parley.negotiation.Reliability;
import io.parley.negotiation.Sides;
import io.parley.negotiation.Token;
import io.parley.negotiation.xml.NegotiationXml;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;

/** Tests that the digests, negotiation messages and fingerprints in docs/protocol/vectors match those of the code. */
class DigestVectorsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final String CERTIFICATE = "c0".repeat(32);
    private static final String PAY = "1a".repeat(32);
    private static final String PAID = "2b".repeat(32);

    private final List<Vector> vectors = new ArrayList<>();

    @Test
    void theDigestsOnThePageAreThoseOfTheCode() throws IOException {
        byApi();
        DataDescription data = data(PAID);
        add(
                "data",
                "13.3",
                "the fingerprint over three parts, of which one travels as infoset",
                "parts",
                "{urn:x}audit/in/0= {urn:x}pay/in/0=" + PAY + " {urn:x}pay/out/0=" + PAID,
                "hex",
                data.fingerprint());
        add(
                "data-none",
                "13.3",
                "the fingerprint of a side without parts",
                "parts",
                "",
                "hex",
                DataDescription.none().fingerprint());
        add(
                "numbering-same",
                "13.3",
                "the terms bytes of OPEN where both fingerprints are equal",
                "fingerprint",
                data.fingerprint(),
                "hex",
                HEX.formatHex(PartNumbering.opening(DataTerms.same(data.fingerprint()), data)
                        .terms()));
        DataDescription other = data("3c".repeat(32));
        byte[] terms = PartNumbering.opening(new DataTerms(false, other.fingerprint(), other.listed()), data)
                .terms();
        add(
                "numbering-listed",
                "13.3",
                "the terms bytes of OPEN where the service listed parts of which one differs",
                "parts",
                "{urn:x}audit/in/0= {urn:x}pay/in/0=" + PAY + " {urn:x}pay/out/0=" + PAID,
                "listed",
                "{urn:x}audit/in/0= {urn:x}pay/in/0=" + PAY.substring(0, 16) + " {urn:x}pay/out/0=3c3c3c3c3c3c3c3c",
                "hex",
                HEX.formatHex(terms));
        String block = "<x:tenant xmlns:x=\"urn:x\">7</x:tenant>";
        add(
                "context-uri",
                "5.4",
                "the context URI of a header block is urn:parley:sha256: and this",
                "block-text",
                block,
                "hex",
                Value.of(block, "application/xml").address().sha256());
        byte[] token = new byte[40];
        for (int i = 0; i < token.length; i++) {
            token[i] = (byte) (0xF0 + i);
        }
        add(
                "token",
                "13.1",
                "a token as an answer carries it: base64url without padding",
                "encoded",
                Token.of(token).encoded(),
                "hex",
                HEX.formatHex(token));
        VectorFiles.check("digests.txt", """
                Digests and secrets of docs/protocol.md, 5.4, 13.3 and 13.4. Parts are key=fingerprint, divided by blanks. That of
                an agreement by messages is in negotiation.txt, and one with its text in terms-digest.txt. Written by
                DigestVectorsTest.""", vectors);
    }

    private void byApi() {
        Agreement plain = Agreement.byApi(
                "hhfr", "stream", List.of(new HostPort("service.example", 7001)), Limits.defaults(), PAY);
        String limits = limits();
        add(
                "by-api",
                "13.4",
                "an agreement made by API, without further terms",
                "representation",
                "hhfr",
                "channel",
                "stream",
                "fingerprint",
                PAY,
                "limits",
                limits,
                "hex",
                plain.digest().toString());
        add(
                "by-api-compressed",
                "13.4",
                "the same with a compression",
                "before",
                plain.digest().toString(),
                "term-text",
                "zstd",
                "hex",
                plain.compressed("zstd").digest().toString());
        Agreement durable = plain.compressed("zstd").reliable(Reliability.DURABLE);
        add(
                "by-api-durable",
                "13.4",
                "the same with a reliability too",
                "before",
                plain.compressed("zstd").digest().toString(),
                "term-text",
                "durable",
                "hex",
                durable.digest().toString());
        add(
                "by-api-tls",
                "13.4",
                "the same over TLS too",
                "before",
                durable.digest().toString(),
                "term-text",
                "tls\n" + CERTIFICATE,
                "hex",
                durable.protectedBy(CERTIFICATE).digest().toString());
    }

    private static String limits() {
        List<String> agreed = new ArrayList<>();
        for (Limit limit : Limit.values()) {
            if (limit.agreed()) {
                agreed.add(limit.setting() + "=" + Limits.defaults().get(limit));
            }
        }
        return String.join(", ", agreed);
    }

    @Test
    void theMessagesOnThePageAreThoseOfTheCode() throws IOException {
        Offer offer = Sides.offer();
        Answer answer = Sides.answer();
        Agreement agreement =
                Negotiator.agreement(offer, answer, Capabilities.builder().build());
        add(
                "negotiation",
                "13.1, 13.4",
                "an offer, its answer, and the digest of what was agreed on",
                "offer-xml",
                xml(writer -> NegotiationXml.write(offer, writer)),
                "answer-xml",
                xml(writer -> NegotiationXml.write(answer, writer)),
                "hex",
                agreement.digest().toString());
        add(
                "refusal",
                "13.1",
                "a refusal with its reason",
                "refusal-xml",
                xml(writer -> NegotiationXml.write(
                        new Refusal(FallbackReason.NO_COMMON_TERM, "no representation in common"), writer)),
                "reason",
                "NO_COMMON_TERM",
                "text",
                "no representation in common");
        VectorFiles.check("negotiation.txt", """
                Messages of docs/protocol/negotiation.md, section 13: the elements in the SOAP bodies. Line breaks mean nothing in them.
                Written by DigestVectorsTest.""", vectors);
    }

    @Test
    void theFingerprintsOnThePageAreThoseOfTheCode() throws IOException {
        schema("numbers", "a record with numbers, as in docs/reference/hhfr.md", "record", """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="record"><xs:complexType><xs:sequence>
                    <xs:element name="name" type="xs:string"/>
                    <xs:element name="numbers" type="xs:double" minOccurs="0" maxOccurs="unbounded"/>
                  </xs:sequence><xs:attribute name="id" type="xs:long"/></xs:complexType></xs:element>
                </xs:schema>""");
        schema("annotated", "byte order, length and encoding", "sample", """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:hhfr="urn:parley:1" targetNamespace="urn:a b">
                  <xs:element name="sample"><xs:complexType><xs:sequence>
                    <xs:element name="value" type="xs:double" hhfr:byteOrder="big" maxOccurs="unbounded"/>
                    <xs:element name="station" type="xs:string" hhfr:length="4" hhfr:encoding="ISO-8859-1"/>
                    <xs:element name="day" type="xs:date"/>
                  </xs:sequence></xs:complexType></xs:element>
                </xs:schema>""");
        schema(
                "derived",
                "a type that others stand in for, choices, a list, a wildcard and a type that has itself",
                "node",
                """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
                    elementFormDefault="qualified">
                  <xs:element name="node" type="t:node"/>
                  <xs:complexType name="node"><xs:sequence>
                    <xs:element name="child" type="t:node" minOccurs="0" maxOccurs="unbounded"/>
                    <xs:choice><xs:element name="a" type="xs:int"/><xs:element name="b"><xs:simpleType>
                      <xs:list itemType="xs:int"/></xs:simpleType></xs:element></xs:choice>
                    <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
                  </xs:sequence><xs:anyAttribute/></xs:complexType>
                  <xs:complexType name="leaf"><xs:complexContent><xs:extension base="t:node">
                    <xs:attribute name="weight" type="xs:decimal"/></xs:extension></xs:complexContent></xs:complexType>
                </xs:schema>""");
        schema("simple", "an element of simple type", "text", """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="text" type="xs:string"/>
                </xs:schema>""");
        VectorFiles.check("fingerprints.txt", """
                Schemas, the canonical text of one of their elements, and its fingerprint; docs/reference/hhfr-schema.md. The text
                ends with a line feed. Written by DigestVectorsTest.""", vectors);
    }

    private void schema(String name, String meaning, String element, String schema) {
        Layout layout = Layout.compile(Schema.read(schema));
        String namespace = Schema.read(schema).print().get(0).text().contains("urn:t") ? "urn:t" : "";
        var part = layout.element(new QName(namespace, element))
                .or(() -> layout.element(new QName("urn:a b", element)))
                .orElseThrow();
        add(
                name,
                "hhfr-schema",
                meaning,
                "element",
                part.name().toString(),
                "schema",
                schema,
                "canonical-text",
                CanonicalText.of(part),
                "hex",
                CanonicalText.fingerprint(part));
    }

    private static DataDescription data(String paid) {
        return DataDescription.of(List.of(
                new PartTerm("{urn:x}pay/in/0", PAY),
                new PartTerm("{urn:x}pay/out/0", paid),
                new PartTerm("{urn:x}audit/in/0", "")));
    }

    private static String xml(Consumer<XMLStreamWriter> message) {
        try {
            StringWriter text = new StringWriter();
            XMLStreamWriter writer = SafeXml.output().createXMLStreamWriter(text);
            message.accept(writer);
            writer.flush();
            return text.toString().replace("><", ">\n<");
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(String name, String section, String meaning, String... fields) {
        vectors.add(VectorFiles.vector(name, section, meaning, fields));
    }
}
