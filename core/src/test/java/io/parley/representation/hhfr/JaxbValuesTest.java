package io.parley.representation.hhfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.NormalizedStringAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Values of simple types, elements that say their names, and mixed content, judged by plain JAXB. */
class JaxbValuesTest {
    @XmlRootElement(name = "values")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Values {
        BigDecimal decimal;
        BigInteger integer;
        XMLGregorianCalendar moment;

        @XmlSchemaType(name = "time")
        XMLGregorianCalendar time;

        @XmlSchemaType(name = "date")
        XMLGregorianCalendar date;

        @XmlSchemaType(name = "gYear")
        XMLGregorianCalendar year;

        Calendar calendar;
        GregorianCalendar gregorian;
        Date date1;

        @XmlSchemaType(name = "date")
        Date date2;

        @XmlSchemaType(name = "time")
        Date date3;

        @XmlSchemaType(name = "date")
        Calendar calendar2;

        @XmlAttribute
        @XmlSchemaType(name = "date")
        Date date4;

        Duration duration;
        QName name;
        List<QName> names;

        @XmlAttribute
        QName attribute;

        URI uri;
        URL url;
        UUID uuid;
        java.io.File file;
        char letter = 'x';
        Character boxed;
        Float real;

        @XmlSchemaType(name = "hexBinary")
        byte[] hexLike;

        @XmlSchemaType(name = "unsignedInt")
        long unsigned;

        @XmlSchemaType(name = "int")
        Long narrowed;

        @XmlSchemaType(name = "token")
        String token;

        @XmlSchemaType(name = "anyURI")
        String link;

        @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
        String collapsed;

        @XmlJavaTypeAdapter(NormalizedStringAdapter.class)
        @XmlAttribute
        String normalized;
    }

    @XmlRootElement(name = "defaults")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Defaults {
        @XmlElement(defaultValue = "7")
        Integer number;

        @XmlElement(defaultValue = "word")
        String word;

        @XmlElement(defaultValue = "a b")
        List<String> words;

        @XmlElement(defaultValue = "ONE")
        Choice choice;

        @XmlElement(required = true)
        String required;

        String preset = "preset";
        Integer presetNumber = 5;

        @XmlAttribute
        String presetAttribute = "at";

        @XmlElement(defaultValue = "true")
        boolean flag;
    }

    enum Choice {
        ONE,
        TWO
    }

    @XmlRootElement(name = "objects")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Objects {
        Object one;
        List<Object> many;
        Number number;

        @XmlElement(type = Integer.class)
        Number typed;

        java.io.Serializable serial;
        Comparable<String> comparable;
    }

    @XmlRootElement(name = "plainObjects")
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Leaf.class)
    static class PlainObjects {
        Object one;
        List<Object> many;

        @XmlElement(nillable = true)
        List<Object> nils;

        Object[] array;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class Leaf {
        String text;

        @XmlAttribute
        Integer at;
    }

    @XmlRootElement(name = "mixed")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Mixed {
        @XmlMixed
        @XmlAnyElement(lax = true)
        List<Object> content;

        @XmlAttribute
        Integer at;

        @XmlAnyAttribute
        Map<QName, String> others;
    }

    @XmlRootElement(name = "around")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Around {
        Mixed mixed;
        List<Mixed> several;
        MixedRefs refs;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    static class MixedRefs {
        @XmlMixed
        @XmlElementRefs({
            @XmlElementRef(name = "b", type = JAXBElement.class),
            @XmlElementRef(name = "i", type = JAXBElement.class)
        })
        List<java.io.Serializable> content;
    }

    @XmlRootElement(name = "open")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Open {
        @XmlAnyAttribute
        Map<QName, String> attributes = new HashMap<>();

        @XmlAttribute
        String known;

        String text;
    }

    @XmlRootElement(name = "openText")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class OpenText {
        @XmlAnyAttribute
        Map<QName, String> attributes;

        @XmlValue
        String text;
    }

    @XmlRootElement(name = "elements")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Elements {
        @XmlElementRef(name = "b", type = JAXBElement.class)
        JAXBElement<String> one;

        @XmlElementRefs({
            @XmlElementRef(name = "i", type = JAXBElement.class),
            @XmlElementRef(name = "leaf", type = JAXBElement.class),
            @XmlElementRef(type = Open.class)
        })
        List<Object> many;
    }

    static class Own extends JAXBElement<String> {
        private static final long serialVersionUID = 1;

        Own(String value) {
            super(new QName("own"), String.class, null, value);
        }
    }

    @XmlRootElement(name = "ownElements")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class OwnElements {
        @XmlElementRef(name = "b", type = JAXBElement.class)
        List<JAXBElement<String>> list;
    }

    static class Bold extends JAXBElement<String> {
        private static final long serialVersionUID = 1;

        Bold(String value) {
            super(new QName("b"), String.class, null, value);
        }
    }

    @XmlRegistry
    static class ObjectFactory {
        @XmlElementDecl(name = "b")
        JAXBElement<String> b(String value) {
            return new JAXBElement<>(new QName("b"), String.class, value);
        }

        @XmlElementDecl(name = "i")
        JAXBElement<Integer> i(Integer value) {
            return new JAXBElement<>(new QName("i"), Integer.class, value);
        }

        @XmlElementDecl(name = "leaf")
        JAXBElement<Leaf> leaf(Leaf value) {
            return new JAXBElement<>(new QName("leaf"), Leaf.class, value);
        }
    }

    @Test
    void simpleValuesOfAllKinds() throws Exception {
        CodeFirst<Values> beans = CodeFirst.of(Values.class).hasInfoset("moment");
        beans.check(new Values());
        for (String number : List.of("1.50", "0E-10", "1E+3", "-0.000", "123456789012345678901234567890.5")) {
            Values bean = new Values();
            bean.decimal = new BigDecimal(number);
            bean.integer = bean.decimal.toBigInteger();
            beans.check(bean);
        }
    }

    @Test
    void timesKeepWhatJaxbKeeps() throws Exception {
        CodeFirst<Values> beans = CodeFirst.of(Values.class);
        DatatypeFactory types = DatatypeFactory.newInstance();
        for (String text : List.of(
                "2026-11-21T01:02:03.456789Z",
                "12026-11-21T00:00:00",
                "-0044-03-15T24:00:00+14:00",
                "2026-11-21",
                "10:11:12.5",
                "2026",
                "--02-29",
                "---31")) {
            Values bean = new Values();
            bean.moment = types.newXMLGregorianCalendar(text);
            bean.duration = types.newDuration("-P1Y2M3DT4H5M6.7S");
            beans.check(bean);
        }
        Values bean = new Values();
        bean.time = types.newXMLGregorianCalendar("2026-11-21T01:02:03.456Z");
        bean.date = bean.time;
        bean.year = bean.time;
        bean.duration = types.newDuration("P40D");
        beans.check(bean);
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // beans have them
    void calendarsAndDatesKeepWhatJaxbKeeps() throws Exception {
        CodeFirst<Values> beans = CodeFirst.of(Values.class);
        Values bean = new Values();
        bean.gregorian = new GregorianCalendar(TimeZone.getTimeZone("GMT+05:30"));
        bean.gregorian.setTimeInMillis(1_795_000_000_123L);
        bean.calendar = bean.gregorian;
        bean.calendar2 = bean.gregorian;
        bean.date1 = new Date(1_795_000_000_123L);
        bean.date2 = bean.date1;
        bean.date3 = bean.date1;
        bean.date4 = bean.date1;
        beans.check(bean);
        bean.date1 = new Date(-62_170_000_000_000L);
        beans.check(bean);
    }

    @Test
    void namesTextsAndTheRest() throws Exception {
        CodeFirst<Values> beans = CodeFirst.of(Values.class);
        Values bean = new Values();
        bean.name = new QName("urn:n", "local", "p");
        bean.names = List.of(new QName("local"), new QName("urn:n", "l"), new QName("urn:m", "l", "p"));
        bean.attribute = new QName("urn:a", "attribute");
        bean.uri = URI.create("urn:x");
        bean.url = URI.create("http://localhost/x").toURL();
        bean.uuid = new UUID(1, 2);
        bean.file = new java.io.File("a/b");
        bean.boxed = ' ';
        bean.real = -0.0f;
        bean.hexLike = new byte[] {1, 2};
        bean.unsigned = 4_000_000_000L;
        bean.narrowed = 5L;
        for (String text : List.of("", " ", " a  b\t\n", "\u00a0x\u2003")) {
            bean.token = text;
            bean.link = text;
            bean.collapsed = text;
            bean.normalized = text;
            beans.check(bean);
        }
    }

    @Test
    void absentIsNotDefault() throws Exception {
        CodeFirst<Defaults> beans = CodeFirst.of(Defaults.class).isTyped();
        beans.check(new Defaults());
        Defaults bean = new Defaults();
        bean.word = "";
        bean.words = List.of("", "x");
        bean.preset = null;
        bean.presetNumber = null;
        bean.presetAttribute = null;
        bean.flag = true;
        bean.choice = Choice.TWO;
        beans.check(bean);
    }

    @Test
    void valuesOfAnyTypeSayTheirType() throws Exception {
        CodeFirst<PlainObjects> beans = CodeFirst.of(PlainObjects.class);
        for (Object one : values()) {
            PlainObjects bean = new PlainObjects();
            bean.one = one;
            bean.many = new ArrayList<>(List.of(one, one));
            bean.array = new Object[] {one};
            bean.nils = new ArrayList<>(java.util.Arrays.asList(one, null));
            beans.check(bean);
        }
    }

    @SuppressWarnings("JavaUtilDate") // beans have them
    private static List<Object> values() throws Exception {
        Leaf leaf = new Leaf();
        leaf.text = "t";
        leaf.at = 1;
        return List.of(
                "text",
                "",
                5,
                6L,
                (short) 7,
                (byte) 8,
                1.5,
                2.5f,
                true,
                new BigDecimal("1.50"),
                BigInteger.TEN,
                new QName("urn:q", "l", "p"),
                DatatypeFactory.newInstance().newXMLGregorianCalendar("2026-11-21"),
                DatatypeFactory.newInstance().newDuration("P1D"),
                new Date(0),
                new byte[] {1, 2},
                URI.create("urn:x"),
                new UUID(3, 4),
                leaf);
    }

    @Test
    void mixedContentKeepsItsTypedAttributes() throws Exception {
        Around bean = new Around();
        bean.mixed = mixed();
        bean.several = List.of(mixed(), new Mixed());
        bean.refs = new MixedRefs();
        bean.refs.content = new ArrayList<>();
        bean.refs.content.add("text ");
        bean.refs.content.add(new ObjectFactory().b("bold"));
        bean.refs.content.add(" and ");
        bean.refs.content.add(new ObjectFactory().i(5));
        CodeFirst.of(Around.class, Open.class, ObjectFactory.class)
                .hasInfoset("mixed")
                .check(bean)
                .check(new Around());
    }

    private static Mixed mixed() {
        Mixed mixed = new Mixed();
        Open open = new Open();
        open.text = "inside";
        mixed.content = new ArrayList<>(List.of("before ", open, " after"));
        mixed.at = 3;
        mixed.others = new HashMap<>(Map.of(new QName("urn:o", "other", "o"), "v"));
        return mixed;
    }

    @Test
    void attributesBeyondTheKnown() throws Exception {
        Open open = new Open();
        open.attributes.put(new QName("urn:a", "a", "p"), "1");
        open.attributes.put(new QName("b"), " 2 ");
        open.attributes.put(new QName("urn:a", "c"), "");
        open.known = "k";
        open.text = "t";
        CodeFirst.of(Open.class).isTyped().check(open).check(new Open());
        CodeFirst.of(OpenText.class).isInfoset("cannot hold");
    }

    @Test
    void elementsThatSayTheirNames() throws Exception {
        Elements bean = new Elements();
        ObjectFactory factory = new ObjectFactory();
        Leaf leaf = new Leaf();
        leaf.text = "t";
        bean.one = factory.b("bold");
        bean.many = new ArrayList<>(List.of(factory.i(5), factory.leaf(leaf), new Open(), factory.i(6)));
        CodeFirst<Elements> beans =
                CodeFirst.of(Elements.class, ObjectFactory.class).isTyped();
        beans.check(bean).check(new Elements());
        bean.many = new ArrayList<>(List.of(factory.leaf(null)));
        beans.check(bean);
    }

    @Test
    void aValueWithoutAPlaceInTheSchemaIsLeftToPlainJaxb() throws Exception {
        Elements bean = new Elements();
        CodeFirst<Elements> beans = CodeFirst.of(Elements.class, ObjectFactory.class);
        bean.one = new ObjectFactory().b("there");
        assertThat(Messages.canWrite(beans.binding(), bean)).isTrue();

        bean.one = new ObjectFactory().b(null);

        assertThat(JaxbOracle.text(beans.context(), bean, Elements.class)).contains("nil=\"true\"");
        assertThat(Messages.canWrite(beans.binding(), bean)).isFalse();
        assertThatThrownBy(() -> Messages.encode(beans.binding(), bean))
                .isInstanceOfSatisfying(
                        ParleyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENCODING));
    }

    @Test
    void anElementWithoutValueAmongOthersIsNil() throws Exception {
        OwnElements bean = new OwnElements();
        bean.list = new ArrayList<>(List.of(new ObjectFactory().b("there"), new ObjectFactory().b(null)));
        CodeFirst.of(OwnElements.class, ObjectFactory.class).check(bean);
    }

    @Test
    void subclassesOfJaxbElementBecomeWhatJaxbMakesOfThem() throws Exception {
        OwnElements bean = new OwnElements();
        bean.list = new ArrayList<>(List.of(new Bold("bold"), new ObjectFactory().b("plain")));
        CodeFirst.of(OwnElements.class, ObjectFactory.class).check(bean);
    }
}
