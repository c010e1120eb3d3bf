package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.binding.Fragment;
import io.parley.binding.Record;
import io.parley.binding.RecordBinding;
import io.parley.layout.Layout;
import io.parley.schema.SafeXml;
import io.parley.schema.Schema;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xmlunit.builder.DiffBuilder;
import org.xmlunit.diff.Comparison;
import org.xmlunit.diff.ComparisonResult;
import org.xmlunit.diff.Diff;
import org.xmlunit.diff.DifferenceEvaluators;

/** Tests that records work without classes: XML to record to bytes and back is the same XML. */
class RecordRoundTripTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t"
                       elementFormDefault="qualified">
              <xs:element name="root" type="Root"/>
              <xs:complexType name="Root">
                <xs:sequence>
                  <xs:element name="name" type="xs:string"/>
                  <xs:element name="count" type="xs:int" minOccurs="0"/>
                  <xs:element name="maybe" type="xs:double" nillable="true" minOccurs="0"/>
                  <xs:element name="numbers" type="xs:double" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element name="nils" type="xs:int" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:element name="colour" type="Colour" minOccurs="0"/>
                  <xs:element name="when" type="xs:dateTime" minOccurs="0"/>
                  <xs:element name="for" type="xs:duration" minOccurs="0"/>
                  <xs:element name="price" type="xs:decimal" minOccurs="0"/>
                  <xs:element name="q" type="xs:QName" minOccurs="0"/>
                  <xs:element name="words" type="Words" minOccurs="0"/>
                  <xs:element name="shape" type="Shape" minOccurs="0" maxOccurs="unbounded"/>
                  <xs:choice minOccurs="0" maxOccurs="unbounded">
                    <xs:element name="left" type="xs:int"/>
                    <xs:element name="right" type="xs:string"/>
                  </xs:choice>
                  <xs:element name="measure" type="Measure" nillable="true" minOccurs="0"/>
                  <xs:element name="child" type="Root" minOccurs="0"/>
                  <xs:element name="level" type="xs:int" default="5" nillable="true" minOccurs="0"/>
                  <xs:element name="mode" type="xs:string" fixed="usual" minOccurs="0"/>
                  <xs:element name="label" type="xs:string" minOccurs="0"/>
                  <xs:element name="scale" type="Measure" default="1.5" minOccurs="0"/>
                  <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
                </xs:sequence>
                <xs:attribute name="id" type="xs:long"/>
                <xs:anyAttribute namespace="##other"/>
              </xs:complexType>
              <xs:complexType name="Measure">
                <xs:simpleContent>
                  <xs:extension base="xs:float"><xs:attribute name="unit" type="xs:token"/></xs:extension>
                </xs:simpleContent>
              </xs:complexType>
              <xs:complexType name="Shape" abstract="true"/>
              <xs:complexType name="Circle">
                <xs:complexContent><xs:extension base="Shape">
                  <xs:sequence><xs:element name="r" type="xs:unsignedByte"/></xs:sequence>
                </xs:extension></xs:complexContent>
              </xs:complexType>
              <xs:complexType name="Square">
                <xs:complexContent><xs:extension base="Shape">
                  <xs:sequence><xs:element name="a" type="xs:unsignedInt"/></xs:sequence>
                </xs:extension></xs:complexContent>
              </xs:complexType>
              <xs:simpleType name="Colour">
                <xs:restriction base="xs:string">
                  <xs:enumeration value="red"/><xs:enumeration value="green"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Words"><xs:list itemType="xs:token"/></xs:simpleType>
            </xs:schema>
            """;
    private static final String HEAD =
            "<root xmlns='urn:t' xmlns:t='urn:t' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:o='urn:o'"
                    + " xmlns:xs='http://www.w3.org/2001/XMLSchema'";

    private static final Layout LAYOUT = Layout.compile(Schema.read(SCHEMA));
    static final RecordBinding BINDING =
            RecordBinding.of(LAYOUT.element(new QName("urn:t", "root")).orElseThrow());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "><name>n</name></root>",
                "><name/></root>",
                " id='-7' o:x='1'><name>\u00e4\u20ac\ud83d\ude00</name><count>2147483647</count></root>",
                "><name>n</name><maybe xsi:nil='true'/></root>",
                "><name>n</name><maybe>-0.0</maybe></root>",
                "><name>n</name><numbers>1.5</numbers><numbers>INF</numbers><numbers>NaN</numbers></root>",
                "><name>n</name><nils>1</nils><nils xsi:nil='true'/><nils>3</nils></root>",
                "><name>n</name><colour>green</colour></root>",
                "><name>n</name><colour>mauve</colour></root>",
                "><name>n</name><when>12026-11-21T23:59:59.120-05:30</when><for>-P1Y2M3DT4H5M6.70S</for></root>",
                "><name>n</name><price>-12345678901234567890.1200</price><q>t:root</q><words>a b c</words></root>",
                "><name>n</name><words/></root>",
                "><name>n</name><shape xsi:type='t:Circle'><r>255</r></shape>"
                        + "<shape xsi:type='t:Square'><a>4294967295</a></shape></root>",
                "><name>n</name><left>1</left><right>r</right><left>2</left></root>",
                "><name>n</name><measure unit='kg'>1.25</measure></root>",
                "><name>n</name><measure unit='kg' xsi:nil='true'/></root>",
                "><name>n</name><measure xsi:nil='true'/></root>",
                "><name>n</name><child id='1'><name>m</name><child><name>k</name></child></child></root>",
                "><name>n</name><o:any a='1'><o:b>text<!--c--></o:b></o:any><o:more/></root>",
                "><name>n</name><measure unit='kg' unknown='1'>1.25</measure></root>",
                "><name xsi:type='xs:token'>n</name></root>",
                "><name xsi:type='t:Label' lang='en'>n</name><count>1</count></root>",
                "><name xsi:type='unbound:Label' >n</name></root>",
                "><name>n</name><count xsi:type='xs:short' unknown='1'>7</count><maybe xsi:type='xs:double' a='1' xsi:nil='1'/></root>",
                "><name>n</name><numbers>1.5</numbers><numbers xsi:type='t:Weight' unit='kg'>2.50</numbers></root>",
                "><name>n</name><left>1</left><right xsi:type='xs:NCName'>r</right><left xsi:type='xs:byte'>2</left></root>",
                "><name>n</name><words xsi:type='t:TwoWords'>a b</words></root>",
                "><name xsi:nil='true'/><count xsi:nil='true'/></root>",
            })
    void xmlComesBackAsItWas(String rest) throws Exception {
        String xml = HEAD + rest;
        Object record = read(xml);
        Object decoded = Messages.throughHhfr(BINDING, record);

        assertThat(decoded).isEqualTo(record).hasSameHashCodeAs(record);
        Diff diff = DiffBuilder.compare(xml)
                .withTest(write(decoded))
                .checkForSimilar()
                .withDifferenceEvaluator(DifferenceEvaluators.chain(
                        DifferenceEvaluators.Default, RecordRoundTripTest::prefixesMayDiffer))
                .build();
        assertThat(diff.hasDifferences()).as(diff.toString()).isFalse();
    }

    @Test
    void aTypeThatIsTheDeclaredOneSaysNothing() throws Exception {
        Object plain = read(HEAD + "><name>n</name><count>1</count><words>a</words><measure>2</measure></root>");
        Object said =
                read(HEAD + " xsi:type='t:Root'><name xsi:type='xs:string'>n</name><count xsi:type=' xs:int '>1</count>"
                        + "<words xsi:type='t:Words'>a</words><measure xsi:type='t:Measure' >2</measure></root>");

        assertThat(said).isEqualTo(plain);
    }

    @Test
    void anElementOfAnotherSimpleTypeKeepsItsTypeAndAttributes() throws Exception {
        Record record = (Record) Messages.throughHhfr(
                BINDING, read(HEAD + "><name xsi:type='t:Label' lang='en'>n</name><count>1</count></root>"));

        assertThat(record.get("count")).isEqualTo(1);
        assertThat(record.get("name"))
                .isInstanceOfSatisfying(
                        Fragment.class, name -> assertThat(name.name()).isEqualTo(new QName("urn:t", "name")));
    }

    @Test
    void anEmptyElementMeansItsDefault() throws Exception {
        String rest = "><name>n</name><level/><mode></mode><label/><scale/></root>";
        Record record = (Record) Messages.throughHhfr(BINDING, read(HEAD + rest));

        assertThat(record.get("level")).isEqualTo(5);
        assertThat(record.get("mode")).isEqualTo("usual");
        assertThat(record.get("label")).isEqualTo("");
        assertThat(((Record) record.get("scale")).text()).isEqualTo(1.5f);
        assertThat(read(HEAD + "><name>n</name><level xsi:nil='true'/><mode> </mode></root>"))
                .isInstanceOfSatisfying(Record.class, other -> {
                    assertThat(other.get("level")).isEqualTo(Record.Nil.NIL);
                    assertThat(other.get("mode")).isEqualTo(" ");
                });
    }

    @Test
    void aRecordIsBuiltAndAskedByNames() throws Exception {
        Record record = Record.builder(((Record) read(HEAD + "><name>n</name></root>")).type())
                .attribute("id", 5L)
                .add("name", "n")
                .add("numbers", 1.0)
                .add("numbers", 2.0)
                .add("left", 1)
                .add("right", "r")
                .build();

        Record decoded = (Record) Messages.throughHhfr(BINDING, record);
        assertThat(decoded.attribute("id")).isEqualTo(5L);
        assertThat(decoded.get("name")).isEqualTo("n");
        assertThat(decoded.get("count")).isNull();
        assertThat(decoded.list("numbers")).isEqualTo(List.of(1.0, 2.0));
        assertThat(decoded.get("right")).isEqualTo("r");
        assertThat(decoded.toString()).doesNotContain("2.0").contains("numbers: list of 2");
    }

    /** Ignores a different prefix in a value that is a qualified name. */
    private static ComparisonResult prefixesMayDiffer(Comparison comparison, ComparisonResult outcome) {
        String control = String.valueOf(comparison.getControlDetails().getValue());
        String test = String.valueOf(comparison.getTestDetails().getValue());
        boolean sameName = control.startsWith("t:")
                && test.indexOf(':') > 0
                && control.substring(2).equals(test.substring(test.indexOf(':') + 1));
        return sameName ? ComparisonResult.EQUAL : outcome;
    }

    private static Object read(String xml) throws Exception {
        XMLStreamReader in = SafeXml.reader(new StringReader(xml), Limits.defaults());
        in.nextTag();
        return BINDING.read(in);
    }

    private static String write(Object record) throws Exception {
        StringWriter text = new StringWriter();
        XMLStreamWriter out = SafeXml.output().createXMLStreamWriter(text);
        BINDING.write(record, out);
        out.close();
        return text.toString();
    }
}
