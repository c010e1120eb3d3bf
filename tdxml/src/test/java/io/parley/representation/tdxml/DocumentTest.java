package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xmlunit.builder.DiffBuilder;

/** Tests documents that contain their schema: the paper's figures, and the examples of the reference page. */
class DocumentTest {
    private static final TdxmlDocument DOCUMENTS = new TdxmlDocument();

    @Test
    void figure1IsWrittenAsThePaperPrintsItsTable() throws Exception {
        String text = write(PaperFigures.FIGURE_2_SCHEMA, PaperFigures.FIGURE_1_XML);

        assertThat(text.substring(text.indexOf("<TDXML:CT>"), text.indexOf("</TDXML:Env>")) + "\n")
                .isEqualTo(PaperFigures.FIGURE_1_TABLE);
    }

    @Test
    void figure2IsFigure1() throws Exception {
        assertSameXml(read(PaperFigures.FIGURE_2), PaperFigures.FIGURE_1_XML);
    }

    @Test
    void figure3IsTheSameDocumentInAnotherOrder() throws Exception {
        String other = PaperFigures.FIGURE_2.replace(PaperFigures.FIGURE_1_TABLE, PaperFigures.FIGURE_3_TABLE);

        assertThat(other).isNotEqualTo(PaperFigures.FIGURE_2);
        assertThat(read(other)).isEqualTo(read(PaperFigures.FIGURE_2));
    }

    @Test
    void longNamesOfTheElementsAreReadToo() throws Exception {
        String other = PaperFigures.FIGURE_2
                .replace("TDXML:Env>", "TDXML:Envelope>")
                .replace("TDXML:DS>", "TDXML:DataSchema>")
                .replace("TDXML:CT>", "TDXML:ContentTable>");

        assertThat(read(other)).isEqualTo(read(PaperFigures.FIGURE_2));
    }

    @Test
    void theWorkedExampleIsReadAndWrittenAgain() throws Exception {
        String xml = """
                <o:orders xmlns:o="urn:example:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                <o:order id="A-1"><o:customer>Miller|Sons</o:customer>
                <o:line sku="X9"><o:qty>2</o:qty><o:serial>s-001</o:serial><o:serial>s-002</o:serial></o:line>
                <o:line sku="Y3"><o:qty>1</o:qty></o:line><o:comment/></o:order>
                <o:order id="A-2"><o:customer>Zoe
                Ltd \\ Co</o:customer><o:comment xsi:nil="true"/></o:order>
                <o:order id="A-3"><o:customer>Khan &amp; Co</o:customer><o:scan>cid:scan1@example.org</o:scan></o:order>
                </o:orders>""";

        String text = write(PaperFigures.ORDERS_SCHEMA, xml);
        assertThat(table(text)).isEqualTo(PaperFigures.ORDERS_TABLE);
        assertSameXml(read(text), xml);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            p [0] ::= CHOICE{ #text[0] UTF8String, b[1] UTF8String } [REPEATED] ~ <p>a<b>x</b>c<b/></p> ~ [0][0]0|a [0][1]1|x [0][0]2|c [0][1]3|
            r [0] ::= SEQUENCE OF{ price[4] P } P ::= SEQUENCE OF{ cur(0) [ATTRIBUTE] UTF8String } [TEXT] Decimal ~ <r><price cur="EUR">7.5</price></r> ~ [0][4](0)|EUR [0][4]|7.5
            r [0] ::= SEQUENCE OF{ items[5] I OPTIONAL } I ::= SET OF item item [0] ::= UTF8String ~ <r><items/></r> ~ [0][5]|
            r [0] ::= SET OF r ~ <r><r/><r><r/></r></r> ~ [0][0]0| [0][0]1[0]0|
            r [0] ::= CHOICE{ a[0] UTF8String, b[1] UTF8String } ~ <r><b>x</b></r> ~ [0][1]|x
            r [0] ::= CHOICE{ a[0] UTF8String, b[1] UTF8String } [REPEATED] ~ <r><a>1</a><b>2</b><a>3</a></r> ~ [0][0]0|1 [0][1]1|2 [0][0]2|3
            r [0] ::= UTF8String ~ <r>\\N</r> ~ [0]|\\\\N
            r [0] ::= UTF8String ~ <r>]]&gt;&lt;|&#13;</r> ~ [0]|]]&gt;&lt;|\\r
            r [0] ::= SEQUENCE OF{ #any[0] AnyXML [REPEATED] } ~ <r><x y="1">t</x><z/></r> ~ [0][0]0|\\X&lt;x,xmlns="",y="1">t&lt;/x> [0][0]1|\\X&lt;z,xmlns=""/>
            """)
    void examplesHaveTheRowsThatTheReferenceGives(String schema, String xml, String rows) throws Exception {
        String text = write(schema, xml);

        assertThat(table(text).replace(' ', ',')).isEqualTo(rows.replace(" ", "\n") + "\n");
        assertSameXml(read(text), xml);
    }

    @Test
    void anAbsentAttributeHasItsDefault() throws Exception {
        String without = PaperFigures.FIGURE_2.replace("[0][0]0(0)|M\n", "");

        assertSameXml(read(without), PaperFigures.FIGURE_1_XML);
    }

    @Test
    void linesMayBeBlankAndEndInBothCharacters() throws Exception {
        String other = PaperFigures.FIGURE_2.replace("\n[0]", "\r\n \r\n[0]").replace("|28\n", "|28\r\n");

        assertThat(read(other)).isEqualTo(read(PaperFigures.FIGURE_2));
    }

    @Test
    void sectionsOfCharacterDataAreText() throws Exception {
        String other = PaperFigures.FIGURE_2.replace("|Alan\n", "|Al<![CDATA[<&]]]]><![CDATA[>an\n]]>");

        assertThat(read(other)).contains("Al&lt;&amp;]]");
        assertThat(read(other).replace("&lt;&amp;]]&gt;", "").replace("&lt;&amp;]]>", ""))
                .isEqualTo(read(PaperFigures.FIGURE_2));
    }

    @Test
    void aDocumentMayBeAStringInsideAnElement() throws Exception {
        StringWriter message = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(message);
        out.writeStartElement("text");
        out.writeCharacters(write(PaperFigures.FIGURE_2_SCHEMA, PaperFigures.FIGURE_1_XML));
        out.writeEndElement();
        out.close();

        XMLStreamReader in = SafeXml.reader(new StringReader(message.toString()), Limits.defaults());
        in.nextTag();
        assertSameXml(read(in.getElementText()), PaperFigures.FIGURE_1_XML);
    }

    @Test
    void aDocumentThatIsNotInTheOrderOfItsSchemaIsRefused() {
        assertThatThrownBy(() -> write("r [0] ::= SEQUENCE OF{ a[0] UTF8String, b[1] UTF8String }", "<r><b/><a/></r>"))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("in the order of the schema");
    }

    static String table(String text) {
        return text.substring(text.indexOf("<TDXML:CT>\n") + 11, text.indexOf("</TDXML:CT>"));
    }

    static void assertSameXml(String found, String expected) {
        assertThat(DiffBuilder.compare(expected)
                        .withTest(found)
                        .ignoreWhitespace()
                        .checkForSimilar()
                        .build()
                        .getDifferences())
                .as(found)
                .isEmpty();
    }

    static String write(String schema, String xml) throws XMLStreamException {
        XMLStreamReader in = SafeXml.reader(new StringReader(xml), Limits.defaults());
        in.nextTag();
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, 64, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            DOCUMENTS.write(DataSchema.read(schema, Limits.defaults()), in, sink);
            sink.finish();
            return whole.toString(StandardCharsets.UTF_8);
        } finally {
            sink.discard();
            whole.release();
        }
    }

    static String read(String text) throws XMLStreamException {
        StringWriter xml = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(xml);
        try (Source source = TypedMessages.source(text.getBytes(StandardCharsets.UTF_8))) {
            DOCUMENTS.read(source, out);
            source.expectEnd("document");
        }
        out.close();
        return xml.toString();
    }
}
