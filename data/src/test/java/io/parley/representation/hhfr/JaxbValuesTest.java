package io.parley.representation.hhfr;

import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
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
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** Tests values of simple types, defaults, and values of any type, compared with plain JAXB. */
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

    @XmlRootElement(name = "widened")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Widened {
        @XmlSchemaType(name = "double")
        float fraction = 1.1f;

        @XmlSchemaType(name = "decimal")
        double exact = 1.1;
    }

    @XmlRootElement(name = "rounded")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Rounded {
        @XmlSchemaType(name = "float")
        double fraction = 0.1234567890123;
    }

    @XmlRootElement(name = "whole")
    @XmlAccessorType(XmlAccessType.FIELD)
    static class Whole {
        @XmlSchemaType(name = "double")
        long number = Long.MAX_VALUE;
    }

    enum Choice {
        ONE,
        TWO
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
    @SuppressWarnings("JavaUtilDate") // beans use them
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
    void noNumberIsRoundedUnseen() throws Exception {
        CodeFirst.of(Widened.class).isTyped().check(new Widened());
        CodeFirst.of(Rounded.class).isInfoset("java.lang.Double cannot hold");
        CodeFirst.of(Whole.class).isInfoset("java.lang.Long cannot hold");
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

    @SuppressWarnings("JavaUtilDate") // beans use them
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
}
