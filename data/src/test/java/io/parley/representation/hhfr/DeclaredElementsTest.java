package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.Limits;
import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import io.parley.schema.SchemaDocument;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.util.List;
import java.util.Objects;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests members that are elements of an object factory, with all properties that such an element may declare. */
class DeclaredElementsTest {
    private static final String NAMESPACE = "urn:declared";
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:d="urn:declared">
              <xs:import namespace="urn:declared"/>
              <xs:element name="box"><xs:complexType><xs:sequence>
                <xs:element ref="d:code"/><xs:element ref="d:hex"/><xs:element ref="d:numbers"/>
                <xs:element ref="d:words"/><xs:element ref="d:level"/><xs:element ref="d:day"/>
                <xs:element ref="d:size"/><xs:element ref="d:point"/><xs:element ref="d:head"/>
              </xs:sequence></xs:complexType></xs:element>
              <xs:element name="row"><xs:complexType><xs:choice maxOccurs="unbounded">
                <xs:element ref="d:code"/><xs:element ref="d:size"/><xs:element ref="d:point"/>
                <xs:element ref="d:until"/>
              </xs:choice></xs:complexType></xs:element>
              <xs:element name="narrow"><xs:complexType><xs:sequence>
                <xs:element ref="d:size"/>
              </xs:sequence></xs:complexType></xs:element>
              <xs:complexType name="base"><xs:sequence>
                <xs:element name="name" type="xs:string" minOccurs="0"/>
              </xs:sequence></xs:complexType>
              <xs:complexType name="derived"><xs:complexContent><xs:extension base="base">
                <xs:attribute name="more" type="xs:int"/>
              </xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="xmlPoint">
                <xs:attribute name="x" type="xs:int"/><xs:attribute name="y" type="xs:int"/>
              </xs:complexType>
            </xs:schema>
            """;
    private static final String ELEMENTS = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:declared" xmlns:d="urn:declared">
              <xs:import/>
              <xs:element name="code" type="xs:string" nillable="true"/>
              <xs:element name="hex" type="xs:hexBinary"/>
              <xs:element name="numbers"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
              <xs:element name="words"><xs:simpleType><xs:list itemType="xs:string"/></xs:simpleType></xs:element>
              <xs:element name="level" type="xs:int" default="7"/>
              <xs:element name="day" type="xs:date"/>
              <xs:element name="until" type="xs:date"/>
              <xs:element name="size" type="xs:string"/>
              <xs:element name="point" type="xmlPoint" nillable="true"/>
              <xs:element name="head" type="base" abstract="true"/>
              <xs:element name="member" type="derived" substitutionGroup="d:head"/>
            </xs:schema>
            """;
    private static final Factory FACTORY = new Factory();

    @XmlRootElement(name = "box")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Box {
        @XmlElementRef(name = "code", namespace = NAMESPACE)
        JAXBElement<Integer> code;

        @XmlElementRef(name = "hex", namespace = NAMESPACE)
        JAXBElement<byte[]> hex;

        @XmlElementRef(name = "numbers", namespace = NAMESPACE)
        JAXBElement<List<Integer>> numbers;

        @XmlElementRef(name = "words", namespace = NAMESPACE)
        JAXBElement<List<String>> words;

        @XmlElementRef(name = "level", namespace = NAMESPACE)
        JAXBElement<Integer> level;

        @XmlElementRef(name = "day", namespace = NAMESPACE)
        JAXBElement<XMLGregorianCalendar> day;

        @XmlElementRef(name = "size", namespace = NAMESPACE)
        JAXBElement<?> size;

        @XmlElementRef(name = "point", namespace = NAMESPACE)
        JAXBElement<PointAdapter.Point> point;

        @XmlElementRef(name = "head", namespace = NAMESPACE)
        JAXBElement<? extends Base> one;
    }

    @XmlRootElement(name = "row")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Row {
        @XmlElementRefs({
            @XmlElementRef(name = "code", namespace = NAMESPACE),
            @XmlElementRef(name = "size", namespace = NAMESPACE),
            @XmlElementRef(name = "until", namespace = NAMESPACE),
            @XmlElementRef(name = "point", namespace = NAMESPACE)
        })
        List<JAXBElement<?>> mixed;
    }

    @XmlRootElement(name = "narrow")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Narrow {
        @XmlElementRef(name = "size", namespace = NAMESPACE)
        JAXBElement<?> size;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Derived.class)
    static class Base {
        String name;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Derived extends Base {
        @XmlAttribute
        int more;
    }

    static final class Coded extends XmlAdapter<String, Integer> {
        @Override
        public Integer unmarshal(String text) {
            return Integer.valueOf(text.substring(1));
        }

        @Override
        public String marshal(Integer value) {
            return value == null ? null : "c" + value;
        }
    }

    @XmlRegistry
    public static class Factory {
        @XmlElementDecl(name = "code", namespace = NAMESPACE)
        @XmlJavaTypeAdapter(Coded.class)
        public JAXBElement<Integer> createCode(Integer value) {
            return new JAXBElement<>(new QName(NAMESPACE, "code"), Integer.class, value);
        }

        @XmlElementDecl(name = "hex", namespace = NAMESPACE)
        @XmlJavaTypeAdapter(HexBinaryAdapter.class)
        public JAXBElement<byte[]> createHex(byte[] value) {
            return new JAXBElement<>(new QName(NAMESPACE, "hex"), byte[].class, value);
        }

        @XmlElementDecl(name = "numbers", namespace = NAMESPACE)
        @XmlList
        public JAXBElement<List<Integer>> createNumbers(List<Integer> value) {
            return list("numbers", value);
        }

        @XmlElementDecl(name = "words", namespace = NAMESPACE)
        @XmlList
        public JAXBElement<List<String>> createWords(List<String> value) {
            return list("words", value);
        }

        @XmlElementDecl(name = "level", namespace = NAMESPACE, defaultValue = "7")
        public JAXBElement<Integer> createLevel(Integer value) {
            return new JAXBElement<>(new QName(NAMESPACE, "level"), Integer.class, value);
        }

        @XmlElementDecl(name = "day", namespace = NAMESPACE)
        @XmlSchemaType(name = "date")
        public JAXBElement<XMLGregorianCalendar> createDay(XMLGregorianCalendar value) {
            return new JAXBElement<>(new QName(NAMESPACE, "day"), XMLGregorianCalendar.class, value);
        }

        /** An element without a schema type: JAXB writes whichever fields are set. */
        @XmlElementDecl(name = "until", namespace = NAMESPACE)
        public JAXBElement<XMLGregorianCalendar> createUntil(XMLGregorianCalendar value) {
            return new JAXBElement<>(new QName(NAMESPACE, "until"), XMLGregorianCalendar.class, value);
        }

        @XmlElementDecl(name = "point", namespace = NAMESPACE)
        @XmlJavaTypeAdapter(PointAdapter.class)
        public JAXBElement<PointAdapter.Point> createPoint(PointAdapter.Point value) {
            return new JAXBElement<>(new QName(NAMESPACE, "point"), PointAdapter.Point.class, value);
        }

        @XmlElementDecl(name = "size", namespace = NAMESPACE)
        public JAXBElement<String> createSize(String value) {
            return new JAXBElement<>(new QName(NAMESPACE, "size"), String.class, value);
        }

        @XmlElementDecl(name = "size", namespace = NAMESPACE, scope = Narrow.class)
        public JAXBElement<String> createNarrowSize(String value) {
            return new JAXBElement<>(new QName(NAMESPACE, "size"), String.class, Narrow.class, value);
        }

        @XmlElementDecl(name = "head", namespace = NAMESPACE)
        public JAXBElement<Base> createHead(Base value) {
            return new JAXBElement<>(new QName(NAMESPACE, "head"), Base.class, value);
        }

        @XmlElementDecl(
                name = "member",
                namespace = NAMESPACE,
                substitutionHeadName = "head",
                substitutionHeadNamespace = NAMESPACE)
        public JAXBElement<Derived> createMember(Derived value) {
            return new JAXBElement<>(new QName(NAMESPACE, "member"), Derived.class, value);
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // There is no class for generic lists.
        private static <T> JAXBElement<List<T>> list(String name, List<T> value) {
            return new JAXBElement(new QName(NAMESPACE, name), List.class, value);
        }
    }

    @Test
    void valuesGoThroughTheirElementsAdapterListAndSchemaType() throws Exception {
        Box box = new Box();
        box.code = FACTORY.createCode(5);
        box.hex = FACTORY.createHex(new byte[] {1, -1});
        box.numbers = FACTORY.createNumbers(List.of(1, 2, 3));
        box.words = FACTORY.createWords(List.of("a", "b c"));
        box.level = FACTORY.createLevel(3);
        box.day = FACTORY.createDay(DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-01-02T03:04:05Z"));
        box.size = FACTORY.createSize("big");
        check(box, Box.class);
        assertThat(binding(Box.class).report())
                .extracting(Binding.Untyped::path)
                .containsExactly("Box/point");
    }

    /**
     * JAXB applies the adapter when it writes and not when it reads, so an object that it read cannot be written again.
     */
    @Test
    void anAdapterOfComplexContentIsLeftToJaxb() throws Exception {
        Box box = new Box();
        box.point = FACTORY.createPoint(new PointAdapter.Point(1, 2));
        assertThat(Messages.throughHhfr(binding(Box.class), box))
                .usingRecursiveComparison(JaxbOracle.comparison())
                .isEqualTo(JaxbOracle.throughXml(context(), box, Box.class));
    }

    @Test
    void aDateWithTheFieldsOfNoTypeIsRefusedAsByJaxb() throws Exception {
        Row row = new Row();
        XMLGregorianCalendar day = DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-01-02");
        row.mixed = List.of(FACTORY.createUntil(day));
        check(row, Row.class);
        for (XMLGregorianCalendar wrong : List.of(DatatypeFactory.newInstance().newXMLGregorianCalendar(), day)) {
            wrong.setMonth(DatatypeConstants.FIELD_UNDEFINED);
            row.mixed = List.of(FACTORY.createUntil(wrong));
            assertThatThrownBy(() -> JaxbOracle.throughXml(context(), row, Row.class))
                    .isInstanceOf(Exception.class);
            assertThatThrownBy(() -> Messages.throughHhfr(binding(Row.class), row))
                    .hasMessageStartingWith("ENCODING: ");
        }
    }

    @Test
    void elementsOfSeveralNamesMixInOneList() throws Exception {
        Row row = new Row();
        row.mixed = List.of(FACTORY.createSize("s"), FACTORY.createCode(1));
        check(row, Row.class);
    }

    @Test
    void emptyAndNilElementsAreWhatJaxbReads() throws Exception {
        Box box = new Box();
        box.code = FACTORY.createCode(null);
        box.code.setNil(true);
        box.numbers = FACTORY.createNumbers(List.of());
        box.words = FACTORY.createWords(List.of(""));
        box.hex = FACTORY.createHex(new byte[0]);
        box.point = FACTORY.createPoint(null);
        box.point.setNil(true);
        check(box, Box.class);
        check(new Box(), Box.class);
    }

    @Test
    void theNearestScopeDeclaresAnElement() throws Exception {
        Narrow narrow = new Narrow();
        narrow.size = FACTORY.createNarrowSize("4");
        check(narrow, Narrow.class);
        Narrow found = (Narrow) Messages.throughHhfr(binding(Narrow.class), narrow);
        assertThat(found.size.getScope()).isEqualTo(Narrow.class);
    }

    @Test
    void membersOfASubstitutionGroupAreToldByTheirName() throws Exception {
        Derived derived = new Derived();
        derived.name = "d";
        derived.more = 2;
        Box box = new Box();
        box.one = FACTORY.createMember(derived);
        check(box, Box.class);
        box.one = FACTORY.createHead(derived);
        check(box, Box.class);
    }

    private static void check(Object value, Class<?> type) throws Exception {
        JaxbOracle.check(context(), binding(type), value, type, type.getSimpleName());
    }

    private static JAXBContext context() throws Exception {
        return JAXBContext.newInstance(Box.class, Row.class, Narrow.class, Factory.class);
    }

    private static Binding binding(Class<?> type) throws Exception {
        Schema schema = Schema.read(
                List.of(new SchemaDocument("types.xsd", SCHEMA), new SchemaDocument("elements.xsd", ELEMENTS)),
                Limits.defaults());
        Slot.Element element = Layout.compile(schema)
                .element(JaxbBindings.rootName(type).orElseThrow())
                .orElseThrow();
        JaxbBindings.Attempt attempt = JaxbBindings.of(
                        context(), List.of(Box.class, Row.class, Narrow.class, Factory.class))
                .bind(element, type);
        return Objects.requireNonNull(attempt.binding(), attempt.reason());
    }
}
