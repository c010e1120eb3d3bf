package io.parley.codecs.exi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.parley.ErrorCode;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.Parts;
import io.parley.codecs.AgreedParts;
import io.parley.representation.Representation;
import io.parley.schema.SchemaDocument;
import io.parley.testkit.Encoded;
import io.parley.testkit.Infoset;
import io.parley.testkit.generate.MessageGenerator;
import io.parley.testkit.generate.RandomSchema;
import io.parley.testkit.generate.SchemaGenerator;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests messages that use the schema of the agreed parts: their size, that they are complete, and which differences
 * between the two sides' schemas are allowed.
 */
class ExiBySchemaTest {
    private static final int LIMIT_OF_GRAMMARS = 64 << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o"
                elementFormDefault="qualified">
              <xs:element name="order" type="o:Order"/>
              <xs:complexType name="Order">
                <xs:sequence>
                  <xs:element name="customer" type="xs:string"/>
                  <xs:element name="total" type="xs:decimal" minOccurs="0"/>
                  <xs:element name="line" type="o:Line" maxOccurs="unbounded"/>
                </xs:sequence>
                <xs:attribute name="id" type="xs:string" use="required"/>
                <xs:attribute name="currency" type="xs:string"/>
              </xs:complexType>
              <xs:complexType name="Line"><xs:sequence>
                <xs:element name="sku" type="xs:string"/><xs:element name="count" type="xs:int"/>
              </xs:sequence></xs:complexType>
              <xs:complexType name="Gift"><xs:complexContent><xs:extension base="o:Line"><xs:sequence>
                <xs:element name="wrapping" type="xs:string"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
            </xs:schema>""";

    private static final String ORDER = """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><o:order xmlns:o="urn:o" id="A-1" currency="EUR">\
            <o:customer>Zoë</o:customer><o:total>007.50</o:total><o:line><o:sku>X</o:sku><o:count>2</o:count></o:line>\
            <o:line><o:sku>Y</o:sku><o:count> 3 </o:count></o:line></o:order></s:Body></s:Envelope>""";

    private final Representation bySchema = AgreedParts.of(new ExiBySchema(), SCHEMA);

    @Test
    void namesOfTheSchemaTakeNoRoom() throws Exception {
        int without = Encoded.of(new Exi(), Infoset.parsed(ORDER), 512).bytes().length;
        int with = Encoded.of(bySchema, Infoset.parsed(ORDER), 512).bytes().length;

        assertThat(with).isLessThan(without / 2);
    }

    @Test
    void valuesStayCharacterByCharacter() throws Exception {
        assertSame(bySchema, ORDER);
        assertSame(bySchema, ORDER.replace("schemas.xmlsoap.org/soap/envelope/", "www.w3.org/2003/05/soap-envelope"));
        assertSame(
                bySchema, "<o:order xmlns:o='urn:o'>  <o:total/> x <!-- c --><o:total> </o:total><?p i?>\n</o:order>");
    }

    @Test
    void whatTheSchemaDoesNotSayComesBackToo() throws Exception {
        assertSame(
                bySchema,
                "<o:order xmlns:o='urn:o' x='1' id='2' o:y='3' currency='4'><z/>text<o:line>t<o:line/></o:line></o:order>");
        assertSame(bySchema, "<order><customer xmlns='urn:o'><order/></customer></order>");
        assertSame(
                bySchema,
                ORDER.replace(
                        "<o:line>", "<o:line xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='o:Gift'>"));
        assertSame(
                bySchema,
                ORDER.replace(
                        "<o:total>", "<o:total xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'>"));
        assertSame(
                bySchema,
                ORDER.replace("<s:Body>", "<s:Header><h:x xmlns:h='urn:h' s:mustUnderstand='1'/></s:Header><s:Body>"));
    }

    @Test
    void messagesOfRandomSchemasComeBack() throws Exception {
        long first = Long.getLong("parley.exi.seed", System.nanoTime() & 0xFFFF);
        for (long seed = first; seed < first + Integer.getInteger("parley.exi.schemas", 15); seed++) {
            RandomSchema random = SchemaGenerator.generate(seed);
            List<SchemaDocument> documents = random.documents().stream()
                    .map(document -> new SchemaDocument(document.file(), document.text()))
                    .toList();
            Representation form = AgreedParts.of(new ExiBySchema(), documents);
            for (int message = 0; message < 3; message++) {
                String xml = MessageGenerator.generate(random, seed + message).text();
                try {
                    assertSame(form, xml);
                } catch (ParleyException | AssertionError e) {
                    throw new AssertionError(
                            "-Dparley.exi.seed=" + seed + ", message " + message + "\n" + random + xml, e);
                }
            }
        }
    }

    /** The fingerprints that two sides compare cover none of these properties. */
    @Test
    void orderAndOccurrenceOfDeclarationsDoNotMatter() throws Exception {
        String other = SCHEMA.replace("<xs:element name=\"customer\" type=\"xs:string\"/>", "")
                .replace(
                        "<xs:element name=\"line\"",
                        "<xs:element name=\"customer\" type=\"xs:string\" nillable=\"true\" minOccurs=\"0\"/><xs:element name=\"line\"")
                .replace("use=\"required\"", "");

        assertThat(Encoded.of(AgreedParts.of(new ExiBySchema(), other), Infoset.parsed(ORDER), 512)
                        .bytes())
                .isEqualTo(Encoded.of(bySchema, Infoset.parsed(ORDER), 512).bytes());
    }

    @Test
    void anotherSchemaIsNoticedBeforeAnythingIsRead() throws Exception {
        byte[] bytes = Encoded.of(bySchema, Infoset.parsed(ORDER), 512).bytes();

        for (Representation other : List.of(
                AgreedParts.of(new ExiBySchema(), SCHEMA.replace("xs:int", "xs:string")),
                new AgreedParts(new ExiBySchema(), Parts.none()))) {
            assertThatThrownBy(() -> Encoded.of(other, bytes).read(Limits.defaults(), Infoset::events))
                    .isInstanceOfSatisfying(
                            ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_VIOLATION))
                    .hasMessageContaining("both sides need the same schema");
        }
        assertThatThrownBy(() -> Encoded.of(new Exi(), bytes).read(Limits.defaults(), Infoset::events))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_MESSAGE));
    }

    /**
     * A schema comes from a peer: the grammars derived from it are limited; beyond the limit, content is sent as
     * without a schema.
     */
    @Test
    void aTypeWithThousandsOfChildrenHasNoGrammar() throws Exception {
        assertBounded(
                "<xs:element name='a'><xs:complexType><xs:sequence>"
                        + numbered(10_000, "<xs:element name='e%d' type='xs:string'/>")
                        + "</xs:sequence></xs:complexType></xs:element>",
                "<a><e1>x</e1><e9999>y</e9999></a>");
    }

    @Test
    void aTypeWithThousandsOfAttributesHasNoGrammar() throws Exception {
        assertBounded(
                "<xs:element name='a'><xs:complexType>" + numbered(5_000, "<xs:attribute name='b%d'/>")
                        + "</xs:complexType></xs:element>",
                "<a b1='x' b4999='y'/>");
    }

    @Test
    void typesThatAllStandInForEachOtherHaveBoundedGrammars() throws Exception {
        assertBounded(
                "<xs:element name='a' type='T0'/><xs:complexType name='T0'><xs:sequence/></xs:complexType>"
                        + IntStream.range(1, 300)
                                .mapToObj(i ->
                                        ("<xs:complexType name='T%d'><xs:complexContent><xs:extension base='T%d'><xs:sequence>"
                                                        + "<xs:element name='e%d' type='T0'/></xs:sequence></xs:extension>"
                                                        + "</xs:complexContent></xs:complexType>")
                                                .formatted(i, i - 1, i))
                                .collect(Collectors.joining()),
                "<a><e1><e299/></e1></a>");
    }

    @Test
    void aSchemaOfThousandsOfTypesHasBoundedGrammars() throws Exception {
        assertBounded(
                "<xs:element name='a'><xs:complexType><xs:sequence>"
                        + numbered(400, "<xs:element name='e%d' type='T%<d'/>")
                        + "</xs:sequence></xs:complexType></xs:element>"
                        + IntStream.range(0, 400)
                                .mapToObj(i -> "<xs:complexType name='T" + i + "'><xs:sequence>"
                                        + numbered(100, "<xs:element name='f" + i + "x%d' type='xs:string'/>")
                                        + "</xs:sequence></xs:complexType>")
                                .collect(Collectors.joining()),
                "<a><e1><f1x1>x</f1x1></e1><e399><f399x99>y</f399x99></e399></a>");
    }

    private static void assertBounded(String declarations, String xml) throws Exception {
        Representation form = AgreedParts.of(
                new ExiBySchema(),
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>" + declarations + "</xs:schema>");
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertSame(form, xml);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(LIMIT_OF_GRAMMARS);
    }

    private static String numbered(int count, String declaration) {
        return IntStream.range(0, count).mapToObj(declaration::formatted).collect(Collectors.joining());
    }

    private static void assertSame(Representation form, String xml) throws Exception {
        Encoded encoded = Encoded.of(form, Infoset.parsed(xml), 64);
        String read = encoded.read(Limits.defaults(), Infoset::canonical);
        assertThat(read).isEqualTo(Infoset.canonical(Infoset.reader(xml)));
    }
}
