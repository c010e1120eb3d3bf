package io.parley.testkit.beans;

import io.parley.testkit.generate.Construct;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Calendar;
import java.util.Date;
import java.util.EnumSet;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;

/** The Java types of simple values, and random non-null values of them. */
final class Scalars {
    private static final DatatypeFactory DATATYPES = datatypes();
    private static final long LATEST = 4_000_000_000_000L;

    private Scalars() {}

    /**
     * A Java type with its annotation.
     *
     * @param type in source form; primitive types cannot be items of collections
     * @param annotation empty if there is none
     * @param words whether its texts have no white space, so that they can be items of one text
     */
    record Scalar(String type, String annotation, boolean words, Set<Construct> constructs, MemberPlan.Value value) {
        String boxed() {
            return switch (type) {
                case "int" -> "Integer";
                case "char" -> "Character";
                case "boolean", "byte", "short", "long", "float", "double" ->
                    Character.toUpperCase(type.charAt(0)) + type.substring(1);
                default -> type;
            };
        }

        boolean isPrimitive() {
            return !boxed().equals(type);
        }
    }

    @SuppressWarnings("JavaUtilDate") // beans have them
    static final List<Scalar> ALL = List.of(
            scalar("boolean", Construct.BOOLEAN, Random::nextBoolean),
            scalar("Boolean", Construct.BOOLEAN, Random::nextBoolean),
            scalar("byte", Construct.BYTE, random -> (byte) random.nextInt()),
            scalar("Short", Construct.SHORT, random -> (short) random.nextInt()),
            scalar("int", Construct.INT, Random::nextInt),
            scalar("Integer", Construct.INT, Random::nextInt),
            scalar("long", Construct.LONG, Random::nextLong),
            scalar("Long", Construct.LONG, Random::nextLong),
            scalar(
                    "float",
                    Construct.FLOAT,
                    random -> random.nextInt(5) == 0 ? Float.NaN : (float) random.nextGaussian()),
            scalar("Double", Construct.DOUBLE, random -> random.nextInt(5) == 0 ? -0.0 : random.nextGaussian()),
            scalar(
                    "double",
                    Construct.DOUBLE,
                    random -> random.nextInt(5) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble()),
            scalar("char", Construct.UNSIGNED_SHORT, random -> (char) ('a' + random.nextInt(26))),
            text("String", "", Construct.STRING, Scalars::text),
            text("String", "", Construct.STRING, Scalars::text),
            text("String", "@XmlSchemaType(name = \"token\")", Construct.TOKEN, Scalars::text),
            text("String", "@XmlJavaTypeAdapter(CollapsedStringAdapter.class)", Construct.TOKEN, Scalars::text),
            text(
                    "String",
                    "@XmlJavaTypeAdapter(NormalizedStringAdapter.class)",
                    Construct.NORMALIZED_STRING,
                    Scalars::text),
            scalar("BigInteger", Construct.INTEGER, random -> new BigInteger(1 + random.nextInt(150), random).negate()),
            scalar(
                    "BigDecimal",
                    Construct.DECIMAL,
                    random -> new BigDecimal(new BigInteger(80, random), random.nextInt(12) - 2)),
            text("byte[]", "", Construct.BASE64_BINARY, Scalars::bytes),
            text("byte[]", "@XmlJavaTypeAdapter(HexBinaryAdapter.class)", Construct.HEX_BINARY, Scalars::bytes),
            text(
                    "byte[]",
                    "@XmlMimeType(\"application/octet-stream\")",
                    Construct.BYTES_WITH_CONTENT_TYPE,
                    Scalars::bytes),
            text(
                    "QName",
                    "",
                    Construct.QNAME,
                    random -> new QName("urn:q" + random.nextInt(3), "local" + random.nextInt(9))),
            scalar(
                    "Duration",
                    Construct.DURATION,
                    random -> DATATYPES.newDuration("-P" + random.nextInt(99) + "DT1.50S")),
            calendar("dateTime", Construct.DATE_TIME, "2026-11-21T01:02:03.4560"),
            calendar("date", Construct.DATE, "12026-02-28"),
            calendar("time", Construct.TIME, "23:59:59.120"),
            calendar("gYear", Construct.G_YEAR, "2026"),
            calendar("gMonthDay", Construct.G_MONTH_DAY, "--02-29"),
            scalar("Calendar", Construct.CALENDAR_OR_DATE_MEMBER, Scalars::calendar),
            scalar("Date", Construct.CALENDAR_OR_DATE_MEMBER, random -> new Date(random.nextLong() % LATEST)),
            scalar("UUID", Construct.STRING, random -> new UUID(random.nextLong(), random.nextLong())),
            scalar("URI", Construct.ANY_URI, random -> URI.create("urn:x:" + random.nextInt(100))),
            new Scalar(
                    "Long",
                    "@XmlSchemaType(name = \"unsignedInt\")",
                    true,
                    EnumSet.of(Construct.UNSIGNED_INT),
                    values -> values.random().nextLong() >>> 32));

    /** Returns a value that an {@code Object} may hold, whose type JAXB writes. */
    static Object any(Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> text(random);
            case 1 -> random.nextInt();
            case 2 -> random.nextGaussian();
            case 3 -> random.nextBoolean();
            case 4 -> new BigDecimal(new BigInteger(40, random), 3);
            case 5 -> DATATYPES.newXMLGregorianCalendar("2026-11-21");
            default -> new QName("urn:q", "local");
        };
    }

    static String text(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> " two  words\t";
            case 2 -> "\u00e4\u20ac\ud83d\ude00 <&>\"']]>";
            default -> "text" + random.nextInt(1000);
        };
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static Calendar calendar(Random random) {
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone(random.nextBoolean() ? "GMT" : "GMT-03:30"));
        calendar.setTimeInMillis(random.nextLong() % LATEST);
        return calendar;
    }

    private interface FromRandom {
        Object next(Random random);
    }

    private static Scalar scalar(String type, Construct construct, FromRandom value) {
        return new Scalar(type, "", true, EnumSet.of(construct), values -> value.next(values.random()));
    }

    private static Scalar text(String type, String annotation, Construct construct, FromRandom value) {
        return new Scalar(type, annotation, false, EnumSet.of(construct), values -> value.next(values.random()));
    }

    private static Scalar calendar(String type, Construct construct, String text) {
        return new Scalar(
                "XMLGregorianCalendar",
                "@XmlSchemaType(name = \"" + type + "\")",
                true,
                EnumSet.of(construct),
                values -> DATATYPES.newXMLGregorianCalendar(
                        text + (values.random().nextBoolean() ? "" : "Z")));
    }

    private static DatatypeFactory datatypes() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("the JDK has no datatype factory", e);
        }
    }
}
