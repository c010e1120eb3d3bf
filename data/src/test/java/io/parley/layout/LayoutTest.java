package io.parley.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.Limits;
import io.parley.schema.BuiltIn;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private static final QName ORDER = new QName("urn:o", "order");
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o">
              <xs:element name="order" type="o:Order"/>
              <xs:complexType name="Order">
                <xs:sequence>
                  <xs:element name="total" type="xs:decimal" minOccurs="0"/>
                  <xs:element name="line" type="o:Line" minOccurs="0" maxOccurs="unbounded" nillable="true"/>
                </xs:sequence>
                <xs:attribute name="id" type="xs:int" use="required"/>
              </xs:complexType>
              <xs:complexType name="Line">
                <xs:sequence><xs:element name="article" type="xs:string"/></xs:sequence>
              </xs:complexType>
            </xs:schema>
            """;

    @Test
    void aPartHasTheSameFingerprintFromItsSchemaAndFromItsClasses() throws JAXBException {
        Layout fromSchema = Layout.compile(Schema.read(SCHEMA));
        Layout fromClasses = Layout.compile(Schema.derive(JAXBContext.newInstance(Order.class), Limits.defaults()));

        assertThat(CanonicalText.of(fromClasses.element(ORDER).orElseThrow()))
                .isEqualTo(CanonicalText.of(fromSchema.element(ORDER).orElseThrow()));
    }

    @Test
    void aPartMayBeDescribedByATypeAndAnUnqualifiedName() {
        Layout layout = Layout.compile(Schema.read(SCHEMA));
        QName in = new QName("in");

        Slot.Element complex = layout.part(in, new QName("urn:o", "Order")).orElseThrow();
        Slot.Element simple = layout.part(in, BuiltIn.INT.type()).orElseThrow();

        assertThat(complex.name()).isEqualTo(in);
        assertThat(complex.type())
                .isSameAs(layout.type(new QName("urn:o", "Order")).orElseThrow());
        assertThat(simple.type())
                .isInstanceOfSatisfying(
                        SimpleLayout.class, type -> assertThat(type.scalar()).isEqualTo(Scalar.INT));
        assertThat(layout.part(in, new QName("urn:o", "Nothing"))).isEmpty();
    }

    @Test
    void whatRefersToSomethingMissingIsInfosetWithTheReasonAndTheRestIsTyped() {
        String text = SCHEMA.replace("name=\"Line\"", "name=\"Renamed\"");
        Schema schema = Schema.derive(List.of(new SchemaDocument("order.xsd", text)), Limits.defaults());
        Layout layout = Layout.compile(schema);

        assertThat(schema.problems()).hasSize(1);
        assertThat(LayoutPrinter.print(layout.element(ORDER).orElseThrow()))
                .contains("total?: decimal")
                .contains("infoset: the type {urn:o}Line is not defined in the schemas given");
    }

    @Test
    void aMissingBaseGroupOrReferenceMakesTheContentInfoset() {
        String text = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
                  <xs:element name="base"><xs:complexType><xs:complexContent>
                    <xs:extension base="Missing"><xs:attribute name="id" type="xs:int"/></xs:extension>
                  </xs:complexContent></xs:complexType></xs:element>
                  <xs:element name="group"><xs:complexType><xs:group ref="Missing"/></xs:complexType></xs:element>
                  <xs:element name="reference"><xs:complexType>
                    <xs:sequence><xs:element ref="missing"/></xs:sequence>
                  </xs:complexType></xs:element>
                  <xs:element name="attributes"><xs:complexType>
                    <xs:attribute ref="missing"/><xs:attributeGroup ref="Missing"/>
                  </xs:complexType></xs:element>
                  <xs:element name="list"><xs:simpleType><xs:list itemType="Missing"/></xs:simpleType></xs:element>
                </xs:schema>
                """;
        Layout layout = Layout.compile(Schema.derive(List.of(new SchemaDocument("a.xsd", text)), Limits.defaults()));

        for (String name : List.of("base", "group", "reference", "list")) {
            assertThat(content(layout, name)).isInstanceOf(ComplexLayout.Content.Infoset.class);
        }
        assertThat(content(layout, "attributes")).isEqualTo(ComplexLayout.Content.Empty.EMPTY);
        assertThat(type(layout, "attributes").anyAttribute()).isTrue();
        assertThat(type(layout, "base").attributes()).hasSize(1);
    }

    private static ComplexLayout.Content content(Layout layout, String element) {
        return type(layout, element).content();
    }

    private static ComplexLayout type(Layout layout, String element) {
        return (ComplexLayout) layout.element(new QName(element)).orElseThrow().type();
    }

    @XmlRootElement(name = "order", namespace = "urn:o")
    @XmlType(
            name = "Order",
            namespace = "urn:o",
            propOrder = {"total", "line"})
    static class Order {
        @XmlAttribute
        int id;

        @XmlElement
        java.math.@Nullable BigDecimal total;

        @XmlElement(nillable = true)
        @Nullable
        List<Line> line;
    }

    @XmlType(name = "Line", namespace = "urn:o")
    static class Line {
        @XmlElement
        @Nullable
        String article;
    }
}
