package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;

import io.parley.binding.Binding;
import io.parley.binding.JaxbBindings;
import io.parley.layout.CanonicalText;
import io.parley.layout.Layout;
import io.parley.layout.Slot;
import io.parley.schema.Schema;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.namespace.QName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests one contract that is given as a schema, as classes of JAXB's schema compiler, and as classes written by hand.
 */
class OneContractTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:element name="shipment" type="Shipment"/>
              <xs:complexType name="Shipment"><xs:sequence>
                <xs:element name="status" type="Status"/>
                <xs:element name="history" type="Status" minOccurs="0" maxOccurs="unbounded"/>
                <xs:element name="flags" type="Flags" minOccurs="0"/>
                <xs:element name="service" minOccurs="0" default="slow"><xs:simpleType>
                  <xs:restriction base="xs:token">
                    <xs:enumeration value="slow"/><xs:enumeration value="fast"/>
                  </xs:restriction></xs:simpleType></xs:element>
                <xs:element name="code" nillable="true"><xs:simpleType>
                  <xs:restriction base="xs:string"><xs:maxLength value="9"/><xs:pattern value="[A-Z0-9]*"/></xs:restriction>
                </xs:simpleType></xs:element>
                <xs:element name="pieces" type="xs:positiveInteger" default="1"/>
                <xs:element name="weight" minOccurs="0"><xs:simpleType>
                  <xs:restriction base="xs:int"><xs:minInclusive value="0"/></xs:restriction>
                </xs:simpleType></xs:element>
                <xs:element name="parcel" minOccurs="0" maxOccurs="99"><xs:complexType>
                  <xs:sequence><xs:element name="content" type="xs:normalizedString"/></xs:sequence>
                  <xs:attribute name="status" type="Status" use="required"/>
                </xs:complexType></xs:element>
              </xs:sequence></xs:complexType>
              <xs:simpleType name="Status"><xs:restriction base="xs:string">
                <xs:enumeration value="new"/><xs:enumeration value="on its way"/><xs:enumeration value="there"/>
              </xs:restriction></xs:simpleType>
              <xs:simpleType name="Flags"><xs:list itemType="Flag"/></xs:simpleType>
              <xs:simpleType name="Flag"><xs:restriction base="xs:NMTOKEN">
                <xs:enumeration value="LATE"/><xs:enumeration value="LOST"/></xs:restriction></xs:simpleType>
            </xs:schema>
            """;

    @XmlEnum
    @XmlType(name = "Status")
    enum Status {
        @XmlEnumValue("new")
        NEW,
        @XmlEnumValue("on its way")
        UNDER_WAY,
        @XmlEnumValue("there")
        THERE
    }

    enum Flag {
        LATE,
        LOST
    }

    /** An enum with one value fewer, in another order. */
    enum Older {
        @XmlEnumValue("there")
        THERE,
        @XmlEnumValue("new")
        NEW
    }

    @XmlRootElement(name = "shipment")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(
            name = "Shipment",
            propOrder = {"status", "history", "flags", "service", "code", "pieces", "weight", "parcel"})
    static class Compiled {
        @XmlElement(required = true)
        @XmlSchemaType(name = "string")
        Status status;

        @XmlSchemaType(name = "string")
        List<Status> history;

        @XmlList
        List<Flag> flags;

        @XmlElement(defaultValue = "slow")
        @XmlSchemaType(name = "token")
        String service;

        @XmlElement(required = true, nillable = true)
        String code;

        @XmlElement(required = true, defaultValue = "1")
        @XmlSchemaType(name = "positiveInteger")
        BigInteger pieces;

        Integer weight;
        List<Parcel> parcel;

        @XmlAccessorType(XmlAccessType.FIELD)
        @XmlType(
                name = "",
                propOrder = {"content"})
        static class Parcel {
            @XmlElement(required = true)
            @XmlSchemaType(name = "normalizedString")
            String content;

            @XmlAttribute(required = true)
            Status status;
        }

        static Compiled of(int history) {
            Compiled made = new Compiled();
            made.status = history == 2 ? Status.UNDER_WAY : Status.THERE;
            made.history = new ArrayList<>();
            made.parcel = new ArrayList<>();
            for (int i = 0; i < history; i++) {
                made.history.add(i == 1 ? Status.UNDER_WAY : i % 2 == 0 ? Status.NEW : Status.THERE);
                Parcel parcel = new Parcel();
                parcel.content = "content " + i;
                parcel.status = Status.NEW;
                made.parcel.add(parcel);
            }
            made.flags = history == 0 ? null : List.of(Flag.LOST, Flag.LATE);
            made.service = "fast";
            made.code = history == 1 ? null : "A1";
            made.pieces = BigInteger.TWO;
            made.weight = history;
            return made;
        }
    }

    @XmlRootElement(name = "shipment")
    static class Written {
        public List<Older> history;
        public Older status;
        public String code;
        public String service;
        public BigInteger pieces;
        public Integer weight;
        public List<Box> parcel;

        @XmlList
        public List<String> flags;

        static class Box {
            @XmlAttribute
            public String status;

            public String content;
        }
    }

    /** A side with its form of the contract, and the class of its objects. */
    record Side(String name, Class<?> type, Slot.Element element, JAXBContext context, Binding binding) {
        static Side of(String name, Class<?> type, Layout layout) throws Exception {
            JAXBContext context = JAXBContext.newInstance(type);
            Layout own = layout == null ? Layout.compile(Schema.derive(context, io.parley.Limits.defaults())) : layout;
            Slot.Element element = own.element(new QName("shipment")).orElseThrow();
            JaxbBindings.Attempt attempt =
                    JaxbBindings.of(context, List.of(type)).bind(element, type);
            return new Side(name, type, element, context, Objects.requireNonNull(attempt.binding(), attempt::reason));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Side> sides() throws Exception {
        Layout schema = Layout.compile(Schema.read(SCHEMA));
        return List.of(
                Side.of("schema and compiled classes", Compiled.class, schema),
                Side.of("schema and written classes", Written.class, schema),
                Side.of("compiled classes", Compiled.class, null),
                Side.of("written classes", Written.class, null));
    }

    @ParameterizedTest
    @MethodSource("sides")
    void allSidesHaveOneFingerprintAndReadEachOther(Side writer) throws Exception {
        for (Side reader : sides()) {
            assertThat(CanonicalText.of(reader.element()))
                    .as(reader.name())
                    .isEqualTo(CanonicalText.of(writer.element()));
            for (int history = 0; history < 4; history++) {
                String text = JaxbOracle.text(side(Compiled.class).context(), Compiled.of(history), Compiled.class);
                Object written = read(writer, text);
                Object found = Messages.decode(reader.binding(), Messages.encode(writer.binding(), written));
                String expected = JaxbOracle.text(writer.context(), written, writer.type());
                assertThat(found)
                        .as(reader.name())
                        .usingRecursiveComparison(JaxbOracle.comparison())
                        .isEqualTo(read(reader, expected));
            }
        }
    }

    private static Side side(Class<?> type) throws Exception {
        return Side.of("", type, null);
    }

    private static Object read(Side side, String text) throws Exception {
        return side.context()
                .createUnmarshaller()
                .unmarshal(new javax.xml.transform.stream.StreamSource(new java.io.StringReader(text)), side.type())
                .getValue();
    }
}
