package io.parley.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class SchemaTest {

    @Test
    void allProblemsAreReportedAtOnceWithLineColumnAndPath() {
        String text = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:p="urn:parley:1">
                  <xs:element name="a" type="Missing"/>
                  <xs:complexType name="T">
                    <xs:sequence>
                      <xs:element name="b" type="xs:int" p:length="4"/>
                      <xs:element ref="nowhere"/>
                    </xs:sequence>
                    <xs:attribute name="c" type="nobody:knows"/>
                  </xs:complexType>
                </xs:schema>
                """;

        Schema derived = derive(text);

        assertThat(derived.problems())
                .extracting(SchemaProblem::line, SchemaProblem::path)
                .containsExactlyInAnyOrder(
                        tuple(2, "/schema/element[a]"),
                        tuple(5, "/schema/complexType[T]/sequence/element[b]"),
                        tuple(6, "/schema/complexType[T]/sequence/element"),
                        tuple(8, "/schema/complexType[T]/attribute[c]"));
        assertThat(derived.problems()).allSatisfy(problem -> {
            assertThat(problem.systemId()).isEqualTo("test.xsd");
            assertThat(problem.column()).isPositive();
        });
        assertThatThrownBy(() -> Schema.read(List.of(new SchemaDocument("test.xsd", text)), Limits.defaults()))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_INVALID))
                .hasMessageContaining("4 problems")
                .hasMessageContaining("test.xsd:5:")
                .hasMessageContaining("expected length on one text or binary, found it on int")
                .hasMessageContaining("expected a declared type, found none named Missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<xs:element name='a' type='xs:string' p:byteOrder='big'/>|byteOrder on numbers",
                "<xs:element name='a' type='xs:byte' p:byteOrder='big'/>|byteOrder on numbers",
                "<xs:element name='a' type='xs:int' p:byteOrder='middle'/>|byteOrder big or little",
                "<xs:element name='a' type='xs:int' p:encoding='UTF-8'/>|encoding on text",
                "<xs:element name='a' type='xs:string' p:encoding='EBCDIC'/>|encoding UTF-8",
                "<xs:element name='a' type='xs:string' p:length='0'/>|length of 1 to",
                "<xs:element name='a' type='xs:string' p:length='2147483648'/>|length of 1 to",
                "<xs:element name='a' type='xs:string' p:length='3' p:encoding='UTF-16'/>|even length",
                "<xs:element name='a' type='xs:NMTOKENS' p:length='3'/>|one text or binary",
                "<xs:element name='a' type='xs:int' p:colour='red'/>|byteOrder, length or encoding",
                "<xs:element name='a' p:length='3'><xs:complexType/></xs:element>|simple type only",
            })
    void anAnnotationThatDoesNotFitIsAProblem(String declaration, String expected) {
        assertThat(problems(declaration)).singleElement().asString().contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<xs:element name='a' type='xs:int'><xs:simpleType/></xs:element>|one type",
                "<xs:element/>|attribute name",
                "<xs:element name='a:b'/>|a name without colon",
                "<xs:element name='a' type='b:c:d'/>|prefix:name",
                "<xs:complexType name='T'><xs:element name='a'/></xs:complexType>|sequence, choice or all around it",
                "<xs:complexType name='T'><xs:sequence/><xs:choice/></xs:complexType>|one content model",
                "<xs:complexType name='T'><xs:complexContent/></xs:complexType>|extension or restriction",
                "<xs:complexType name='T'><xs:complexContent><xs:extension/></xs:complexContent></xs:complexType>|base",
                "<xs:complexType name='T'><xs:complexContent><xs:extension base='xs:int'/></xs:complexContent></xs:complexType>|complex type as base",
                "<xs:simpleType name='S'/>|restriction, list or union",
                "<xs:simpleType name='S'><xs:list/></xs:simpleType>|one type",
                "<xs:group name='G'/>|sequence, choice or all",
                "<xs:group name='G'><xs:sequence minOccurs='2'/></xs:group>|minOccurs at most maxOccurs",
                "<xs:complexType name='T'><xs:sequence maxOccurs='-1'/></xs:complexType>|number or unbounded",
                "<xs:complexType name='T'><xs:sequence minOccurs='many'/></xs:complexType>|number in minOccurs",
                "<xs:complexType name='T'><xs:assert test='x'/></xs:complexType>|XML Schema 1.0",
                "<xs:element name='a'/><xs:element name='a' type='xs:int'/>|one element a",
                "<xs:import namespace='urn:elsewhere' schemaLocation='http://elsewhere/x.xsd'/>|nothing is fetched",
                "<xs:include schemaLocation='file:///etc/hosts'/>|nothing is fetched",
                "<xs:redefine schemaLocation='x.xsd'/>|include or import, found redefine",
            })
    void whatBreaksARuleIsAProblem(String declaration, String expected) {
        assertThat(problems(declaration)).isNotEmpty().first().asString().contains(expected);
    }

    @Test
    void aRedefinedTypeCannotBeReliedOn() {
        Schema schema = derive("""
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:redefine schemaLocation="base.xsd"><xs:complexType name="T"/></xs:redefine>
                  <xs:element name="a" type="T"/>
                  <xs:complexType name="T"/>
                </xs:schema>
                """);

        assertThat(schema.problems()).hasSize(1);
        assertThat(schema.types()).isEmpty();
        assertThat(schema.whyMissing(new QName("T"))).contains("redefine");
    }

    @Test
    void theSameDocumentUnderTwoNamesIsNoProblem() {
        String text = wrapped("<xs:element name='a' type='xs:int'/>");

        Schema schema = Schema.read(
                List.of(new SchemaDocument("one.xsd", text), new SchemaDocument("two.xsd", text)), Limits.defaults());

        assertThat(schema.elements()).hasSize(1);
    }

    @Test
    void documentsFindEachOtherByResolvedNameByNameAndByLastStep() {
        String including = wrapped("<xs:include schemaLocation='%s'/><xs:element name='a' type='T'/>");
        String included = wrapped("<xs:complexType name='T'/>");
        for (String[] names : List.of(
                new String[] {"http://h/x/a.xsd", "../y/t.xsd", "http://h/y/t.xsd"},
                new String[] {"no uri at all %", "t.xsd", "t.xsd"},
                new String[] {"jar:a.xsd", "./t.xsd", "somewhere/t.xsd"})) {
            Schema schema = Schema.read(
                    List.of(
                            new SchemaDocument(names[0], including.formatted(names[1])),
                            new SchemaDocument(names[2], included)),
                    Limits.defaults());
            assertThat(schema.elements()).hasSize(1);
        }
    }

    @Test
    void aSchemaInsideAWsdlKeepsThePrefixesDeclaredAroundIt() {
        String wsdl = """
                <definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                    xmlns:t="urn:t"><types>
                  <xs:schema targetNamespace="urn:t"><xs:element name="a" type="t:T"/><xs:complexType name="T"/></xs:schema>
                </types></definitions>
                """;
        Document tree =
                SafeXml.document(new ByteArrayInputStream(wsdl.getBytes(StandardCharsets.UTF_8)), Limits.defaults());
        Element schema = (Element) tree.getElementsByTagName("xs:schema").item(0);

        Schema read = Schema.read(List.of(SchemaDocument.of("service.wsdl", schema)), Limits.defaults());

        assertThat(read.elements()).containsOnlyKeys(new QName("urn:t", "a"));
    }

    @Test
    void wellKnownNamespacesNeedNoDocument() {
        String text = wrapped("""
                <xs:import namespace="http://ws-i.org/profiles/basic/1.1/xsd" schemaLocation="http://ws-i.org/x.xsd"/>
                <xs:import namespace="http://www.w3.org/2005/05/xmlmime"/>
                <xs:element name="file" type="ref:swaRef" xmlns:ref="http://ws-i.org/profiles/basic/1.1/xsd"/>
                <xs:complexType name="T">
                  <xs:attribute ref="m:contentType" xmlns:m="http://www.w3.org/2005/05/xmlmime"/>
                  <xs:attribute ref="xml:lang"/>
                </xs:complexType>
                """);

        assertThat(derive(text).problems()).isEmpty();
    }

    @Test
    void aSchemaThatIsTooLargeIsRefusedWithTheSetting() {
        Limits small = Limits.defaults().with(Limit.SCHEMA_BYTES, 100);

        assertThatThrownBy(() -> Schema.derive(List.of(new SchemaDocument("a.xsd", "x".repeat(101))), small))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT))
                .hasMessageContaining("parley.limits.schema-bytes");
    }

    @Test
    void aSchemaIsMeasuredInBytes() {
        Limits small = Limits.defaults().with(Limit.SCHEMA_BYTES, 300);
        String text = wrapped("<!--" + "\u20ac".repeat(80) + "-->");

        assertThat(text.length()).isLessThan(300);
        assertThatThrownBy(() -> Schema.derive(List.of(new SchemaDocument("a.xsd", text)), small))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT));
    }

    private static List<SchemaProblem> problems(String declarations) {
        return derive(wrapped(declarations)).problems();
    }

    private static String wrapped(String declarations) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:p='urn:parley:1'>" + declarations
                + "</xs:schema>";
    }

    private static Schema derive(String text) {
        return Schema.derive(List.of(new SchemaDocument("test.xsd", text)), Limits.defaults());
    }
}
