package io.parley.representation.tdxml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.representation.TypedMessages;
import io.parley.schema.SafeXml;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;

/**
 * Tests the decisions R1 to R28 of the reference page that no other test covers; docs/reference/tdxml.md names the
 * tests of the others.
 */
class DecisionsTest {
    @Test
    void r1SequencesWithAndWithoutOfAreTheSameAndThePapersSpellingIsWritten() {
        DataSchema asn1 = schema("a [0] ::= SEQUENCE { b[0] Integer, c[1] Integer }");

        assertThat(asn1).isEqualTo(schema("a [0] ::= SEQUENCE OF{ b[0] Integer, c[1] Integer }"));
        assertThat(asn1.print()).contains("SEQUENCE OF{");
    }

    @Test
    void r2ASetIsASequenceOfOneChildThatRepeatsInTheOrderOfTheDocument() throws Exception {
        String xml = "<x><y>2</y><y>1</y></x>";
        String set = "x [0] ::= SET OF y y [0] ::= Integer";
        String sequence = "x [0] ::= SEQUENCE OF{ y[0] y [REPEATED] } y [0] ::= Integer";

        assertThat(table(set, xml)).isEqualTo("[0][0]0|2\n[0][0]1|1\n").isEqualTo(table(sequence, xml));
        DocumentTest.assertSameXml(DocumentTest.read(DocumentTest.write(set, xml)), xml);
    }

    @Test
    void r3SetOfBehindANumberIsRepeated() {
        assertThat(schema("a [0] ::= SEQUENCE OF{ b[0] SET OF Integer, c[1] Integer }"))
                .isEqualTo(schema("a [0] ::= SEQUENCE OF{ b[0] Integer [REPEATED], c[1] Integer }"));
    }

    @Test
    void r4AnOccurrenceIsWrittenWhereAChildRepeatsEvenIfItStandsThereOnce() throws Exception {
        String schema = "a [0] ::= SEQUENCE OF{ b[0] Integer [REPEATED], c[1] Integer }";

        assertThat(table(schema, "<a><b>1</b><c>2</c></a>")).isEqualTo("[0][0]0|1\n[0][1]|2\n");
    }

    @Test
    void r5ATypeIsUsedAtSeveralPlacesUnderNumbersOfTheirOwn() throws Exception {
        String schema =
                "a [0] ::= SEQUENCE OF{ from[3] Place, to[1] Place } Place ::= SEQUENCE OF{ town[0] UTF8String }";
        String xml = "<a><from><town>x</town></from><to><town>y</town></to></a>";

        assertThat(table(schema, xml)).isEqualTo("[0][3][0]|x\n[0][1][0]|y\n");
        DocumentTest.assertSameXml(DocumentTest.read(DocumentTest.write(schema, xml)), xml);
    }

    @Test
    void r6CommasMayBeMissingAndQuotesCurlyOrDoubled() {
        DataSchema loose = schema(
                "a [0] ::= SEQUENCE OF{ x(0) [ATTRIBUTE] UTF8String (\u201Cs\u201D) b[0] Integer c[1] Integer }");
        DataSchema strict =
                schema("a [0] ::= SEQUENCE OF{ x(0) [ATTRIBUTE] UTF8String (\"s\"), b[0] Integer, c[1] Integer }");

        assertThat(loose).isEqualTo(strict);
        assertThat(schema("a [0] ::= SEQUENCE OF{ x(0) [ATTRIBUTE] UTF8String (\"s\"\"t\") }")
                        .print())
                .contains("(\"s\"\"t\")");
    }

    @Test
    void r7AnEmptyElementMeansItsDefaultAndAnAbsentOneNothing() throws Exception {
        String schema = "a [0] ::= SEQUENCE OF{ b[0] UTF8String OPTIONAL (\"usual\"), c[1] UTF8String }";

        assertThat(DocumentTest.read(document(schema, "[0][0]|\n[0][1]|x\n"))).contains("<b>usual</b>");
        assertThat(DocumentTest.read(document(schema, "[0][1]|x\n"))).doesNotContain("<b");
    }

    @Test
    void r14SeveralElementsAtTheTopHaveNumbersInTheirOrder() throws Exception {
        String schema = "a [0] ::= Integer b [1] ::= Integer";

        assertThat(table(schema, "<b>2</b>")).isEqualTo("[1]|2\n");
        assertThat(inBody(document(schema, "[1]|2\n[0]|1\n"))).containsSubsequence("<body", "<a", ">1<", "<b", ">2<");
        assertThatThrownBy(() -> DocumentTest.read(document(schema, "[2]|2\n"))).isInstanceOf(ParleyException.class);
    }

    @Test
    void r15EachStepThatRepeatsHasItsOwnNumberOfAnyLength() throws Exception {
        String schema = "a [0] ::= SET OF b b [0] ::= SET OF c c [0] ::= Integer";
        String cs = IntStream.range(0, 12).mapToObj(i -> "<c>" + i + "</c>").collect(Collectors.joining());
        String xml = "<a><b/><b>" + cs + "</b></a>";

        assertThat(table(schema, xml)).startsWith("[0][0]0|\n[0][0]1[0]0|0\n").endsWith("[0][0]1[0]11|11\n");
        DocumentTest.assertSameXml(DocumentTest.read(DocumentTest.write(schema, xml)), xml);
    }

    @Test
    void r17KeysCarryNoNamespacesAndPrefixesHaveToBeDeclaredOnce() throws Exception {
        String schema =
                "NAMESPACE \"\" ::= \"urn:d\" NAMESPACE p ::= \"urn:p\" a [0] ::= SEQUENCE OF{ p:b[0] QNameValue }";
        String xml = "<a xmlns='urn:d' xmlns:q='urn:p'><q:b>q:name</q:b></a>";

        assertThat(table(schema, xml)).isEqualTo("[0][0]|q:name{urn:p}\n");
        assertThat(DocumentTest.read(DocumentTest.write(schema, xml)))
                .contains(":name</")
                .contains("\"urn:p\"");
    }

    @Test
    void r20ValuesKeepTheFormInWhichTheyCame() throws Exception {
        String schema = "a [0] ::= SEQUENCE OF{ i[0] Integer, r[1] Real, b[2] Boolean, t[3] DateTime }";
        String xml = "<a><i>+007</i><r>1.50E+01</r><b>1</b><t>2006-04-18T16:05:00.000Z</t></a>";

        assertThat(table(schema, xml))
                .isEqualTo("[0][0]|+007\n[0][1]|1.50E+01\n[0][2]|1\n[0][3]|2006-04-18T16:05:00.000Z\n");
        DocumentTest.assertSameXml(DocumentTest.read(DocumentTest.write(schema, xml)), xml);
    }

    @Test
    void r24CommentsInstructionsAndBlanksBetweenElementsAreNotCarried() throws Exception {
        String schema = "a [0] ::= SEQUENCE OF{ b[0] UTF8String }";

        assertThat(table(schema, "<a> <!-- c --> <b>x<!-- d -->y</b> <?p i?> </a>"))
                .isEqualTo("[0][0]|xy\n");
    }

    @Test
    void r25WhatNoMemberNamesIsARowOfXml() throws Exception {
        String schema = "a [0] ::= SEQUENCE OF{ b[0] T, #any[1] AnyXML OPTIONAL } T ::= SEQUENCE OF{ c[0] UTF8String }";
        String xml = "<a><b strange='1'><c>x</c></b><other>y</other></a>";

        assertThat(table(schema, xml)).contains("[0][0]|\\X&lt;b").contains("[0][1]|\\X&lt;other");
        DocumentTest.assertSameXml(DocumentTest.read(DocumentTest.write(schema, xml)), xml);
    }

    @Test
    void r27TypesMayBeRecursiveAsDeepAsTheLimitOfDepth() throws Exception {
        String schema = "n [0] ::= SEQUENCE OF{ n[0] n OPTIONAL }";
        int deepest = Limits.defaults().getInt(Limit.DEPTH);

        assertThat(DocumentTest.read(document(schema, "[0]".repeat(20) + "|\n")))
                .contains("<n");
        assertThatThrownBy(() -> DocumentTest.read(document(schema, "[0]".repeat(deepest + 1) + "|\n")))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
    }

    /** Returns the document inside an element, since several elements need a parent. */
    private static String inBody(String document) throws XMLStreamException {
        StringWriter xml = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(xml);
        out.writeStartElement("body");
        try (Source source = TypedMessages.source(document.getBytes(StandardCharsets.UTF_8))) {
            new TdxmlDocument().read(source, out);
        }
        out.writeEndElement();
        out.close();
        return xml.toString();
    }

    private static DataSchema schema(String text) {
        return DataSchema.read(text, Limits.defaults());
    }

    private static String table(String schema, String xml) throws Exception {
        return DocumentTest.table(DocumentTest.write(schema, xml));
    }

    private static String document(String schema, String table) {
        String escaped = schema.replace("&", "&amp;").replace("<", "&lt;");
        return "<TDXML:Env><TDXML:DS>" + escaped + "</TDXML:DS><TDXML:CT>\n" + table + "</TDXML:CT></TDXML:Env>";
    }
}
