package io.parley.cxf.values;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;

/** Generator of values that no schema allows or that XML cannot express, and their text form. */
@SuppressWarnings("JavaUtilDate") // one of the types that JAXB maps
final class OddValueMaker {
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            " a ",
            "a\r\nb",
            "\t",
            "]]>",
            "&<>",
            "a:b:c",
            "\u00A0",
            "\u0085",
            "\u2028",
            "plain",
            "\uD83D\uDE00");
    private static final List<String> NAMES = List.of("a", "b-1", "\u00e9", "_");
    private static final List<Long> NUMBERS = List.of(
            -1L,
            0L,
            255L,
            256L,
            -129L,
            65_535L,
            65_536L,
            4_294_967_295L,
            4_294_967_296L,
            Long.MIN_VALUE,
            Long.MAX_VALUE);
    private static final List<BigInteger> INTEGERS = List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            BigInteger.ONE.negate(),
            BigInteger.ONE.shiftLeft(64),
            BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE),
            BigInteger.ONE.shiftLeft(300).negate(),
            BigInteger.TEN.pow(700));
    private static final List<BigDecimal> DECIMALS = List.of(
            new BigDecimal("1E+400"),
            new BigDecimal("-1E-400"),
            new BigDecimal(BigInteger.TEN.pow(700), 350),
            new BigDecimal("0.00"),
            new BigDecimal("1E+2"),
            new BigDecimal(BigInteger.ONE, 100_000),
            BigDecimal.ZERO);
    private static final List<BiConsumer<OddValues, Random>> MEMBERS = allMembers();

    private OddValueMaker() {}

    static OddValues of(long seed) {
        Random random = new Random(seed);
        OddValues made = new OddValues();
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            // The first member cycles with the seed, so that consecutive seeds cover every member.
            int member = i == 0 ? (int) Math.floorMod(seed, (long) MEMBERS.size()) : random.nextInt(MEMBERS.size());
            MEMBERS.get(member).accept(made, random);
        }
        return made;
    }

    static int members() {
        return MEMBERS.size();
    }

    private static List<BiConsumer<OddValues, Random>> allMembers() {
        return List.of(
                (v, r) -> v.unsignedByte = number(r).shortValue(),
                (v, r) -> v.unsignedShort = number(r).intValue(),
                (v, r) -> v.unsignedInt = number(r),
                (v, r) -> v.unsignedLong = one(INTEGERS, r),
                (v, r) -> v.positive = one(INTEGERS, r),
                (v, r) -> v.nonNegative = one(INTEGERS, r),
                (v, r) -> v.negative = one(INTEGERS, r),
                (v, r) -> v.narrow = number(r).intValue(),
                (v, r) -> v.attribute = number(r),
                (v, r) -> v.unsignedInts = some(r, OddValueMaker::number),
                (v, r) -> v.listed = some(r, any -> number(any).intValue()),
                (v, r) -> v.integer = one(INTEGERS, r),
                (v, r) -> v.decimal = one(DECIMALS, r),
                (v, r) -> v.numbers = some(r, any -> number(any).intValue()),
                (v, r) -> v.decimals = some(r, any -> one(DECIMALS, any)),
                (v, r) -> v.texts = some(r, OddValueMaker::text),
                (v, r) -> v.nillables = some(r, Random::nextBoolean),
                (v, r) -> v.text = text(r),
                (v, r) -> v.token = text(r),
                (v, r) -> v.normalized = text(r),
                (v, r) -> v.tokens = some(r, OddValueMaker::text),
                (v, r) -> v.language = text(r),
                (v, r) -> v.uri = text(r),
                (v, r) -> v.name = new QName(text(r).trim(), one(NAMES, r), r.nextBoolean() ? "" : one(NAMES, r)),
                (v, r) -> v.duration = factory().newDuration(r.nextBoolean(), r.nextInt(9), 77, 500, 99, 99, 99),
                (v, r) -> v.dateTime = calendar(r),
                (v, r) -> v.date = calendar(r),
                (v, r) -> v.time = calendar(r),
                (v, r) -> v.month = calendar(r),
                (v, r) -> v.day = calendar(r),
                (v, r) -> v.calendar = calendar(r),
                (v, r) -> v.instant = new Date(one(NUMBERS, r)),
                (v, r) -> v.hex = new byte[r.nextInt(3)],
                (v, r) -> v.bytes = new byte[r.nextInt(3)],
                (v, r) -> v.number = r.nextBoolean() ? Double.NaN : Double.NEGATIVE_INFINITY,
                (v, r) -> v.any =
                        one(List.of(text(r), number(r), new int[] {1}, new Object(), List.of("a"), calendar(r)), r),
                (v, r) -> v.color = OddValues.Color.GREEN);
    }

    private static Long number(Random random) {
        return one(NUMBERS, random);
    }

    private static String text(Random random) {
        return one(TEXTS, random);
    }

    private static <T> T one(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    /** Returns a list of values, some of them null. */
    private static <T> List<T> some(Random random, Function<Random, T> maker) {
        List<T> items = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            items.add(random.nextInt(4) == 0 ? null : maker.apply(random));
        }
        return items;
    }

    /** Returns a value with some of its fields, in combinations that may belong to no type. */
    private static XMLGregorianCalendar calendar(Random random) {
        XMLGregorianCalendar made = factory().newXMLGregorianCalendar();
        if (random.nextInt(8) == 0) {
            return made;
        }
        if (random.nextInt(3) > 0) {
            made.setYear(random.nextBoolean() ? BigInteger.TEN.pow(12) : BigInteger.valueOf(2020));
        }
        if (random.nextInt(3) > 0) {
            made.setMonth(random.nextBoolean() ? 2 : 12);
        }
        if (random.nextInt(3) > 0) {
            made.setDay(one(List.of(1, 29, 30, 31), random));
        }
        if (random.nextInt(3) > 0) {
            made.setTime(23, 59, 59);
        }
        if (random.nextInt(3) == 0) {
            made.setTimezone(random.nextBoolean() ? 840 : 0);
        }
        if (random.nextInt(3) == 0 && made.getSecond() >= 0) {
            made.setFractionalSecond(new BigDecimal("0.12345678901234567890"));
        }
        return made;
    }

    private static DatatypeFactory factory() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all fields that are not null, as text. */
    static String shown(OddValues values) {
        StringBuilder out = new StringBuilder();
        for (Field field : OddValues.class.getFields()) {
            try {
                Object value = field.get(values);
                if (value != null) {
                    out.append(field.getName()).append('=').append(shown(value)).append('\n');
                }
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return out.toString();
    }

    private static String shown(Object value) {
        if (value instanceof List<?> items) {
            return items.stream()
                    .map(item -> item == null ? "null" : shown(item))
                    .toList()
                    .toString();
        }
        if (value.getClass().isArray()) {
            Object[] items = new Object[Array.getLength(value)];
            Arrays.setAll(items, i -> Array.get(value, i));
            return Arrays.toString(items);
        }
        if (value instanceof QName name) {
            return name.toString(); // prefixes are chosen by the writer
        }
        if (value instanceof XMLGregorianCalendar calendar) {
            return List.of(
                            String.valueOf(calendar.getEonAndYear()),
                            calendar.getMonth(),
                            calendar.getDay(),
                            calendar.getHour(),
                            calendar.getMinute(),
                            calendar.getSecond(),
                            String.valueOf(calendar.getFractionalSecond()),
                            calendar.getTimezone())
                    .toString();
        }
        if (value instanceof org.w3c.dom.Node node) {
            return node.getNodeName() + ":" + node.getTextContent();
        }
        return value.toString();
    }
}
