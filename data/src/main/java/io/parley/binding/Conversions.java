package io.parley.binding;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import jakarta.activation.DataHandler;
import jakarta.xml.bind.DatatypeConverter;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Selects the {@link Conversion} between a Java type and a simple type. */
final class Conversions {
    /**
     * Conversion of calendars for which no annotation names a type. Like JAXB it prints the fields that are defined.
     */
    private static final Conversion ANY_CALENDAR = of(
            value -> {
                Lexical.check((XMLGregorianCalendar) value);
                return value;
            },
            value -> value);

    private Conversions() {}

    /**
     * Returns the conversion of single values.
     *
     * @param schemaType the type that {@code @XmlSchemaType} names, or null
     */
    static Conversion of(Class<?> type, SimpleLayout layout, @Nullable QName schemaType) throws UnbindableException {
        Class<?> java = Primitives.boxed(type);
        Scalar scalar = layout.scalar();
        if (java == String.class) {
            return scalar == Scalar.STRING && !layout.list() ? Conversion.SAME : text(layout);
        }
        if (layout.list()) {
            throw new UnbindableException(java.getName() + " cannot hold the list type " + layout.builtIn());
        }
        if (java.isEnum()) {
            return ofEnum(java, layout);
        }
        if (java == XMLGregorianCalendar.class && scalar == Scalar.CALENDAR) {
            return schemaType == null ? ANY_CALENDAR : new CalendarFields(schemaType.getLocalPart());
        }
        if (java == scalar.javaType()) {
            return Conversion.SAME;
        }
        Conversion special = special(java, scalar, schemaType);
        if (special != null) {
            return special;
        }
        throw new UnbindableException(java.getName() + " cannot hold " + layout.builtIn());
    }

    /** Factory of the conversion of single values. */
    interface Single {
        Conversion of(SimpleLayout layout) throws UnbindableException;
    }

    /** Returns the conversion of a collection whose items form one text: a list type, or the text of a union. */
    static Conversion ofItems(Class<?> item, SimpleLayout layout, Single single) throws UnbindableException {
        if (layout.list() && item == String.class && layout.scalar() == Scalar.STRING) {
            return of(Conversions::tokens, list -> list);
        }
        if (layout.list()) {
            Conversion each = single.of(single(layout));
            return each == Conversion.SAME ? Conversion.SAME : new Each(each, layout.scalar() == Scalar.STRING);
        }
        if (layout.scalar() == Scalar.STRING && item == String.class) {
            return of(list -> String.join(" ", strings(list)), text -> Lexical.parse(asList(layout), (String) text));
        }
        throw new UnbindableException("a list of " + item.getName() + " cannot hold " + layout.builtIn());
    }

    /**
     * Returns the conversion of references to beans by their identifiers.
     *
     * @param several whether the property has several references in one text
     */
    static Conversion ofReferences(Conversion references, SimpleLayout layout, boolean several)
            throws UnbindableException {
        if (layout.scalar() != Scalar.STRING || layout.list() != several) {
            throw new UnbindableException((several ? "references" : "a reference") + " cannot be " + layout.builtIn()
                    + (layout.list() ? " in a list" : ""));
        }
        return several ? new Each(references, true) : references;
    }

    /**
     * Returns the conversion of an array that is the value of one element.
     *
     * @param text whether JAXB writes its items as one text, so that spaces inside an item split it
     */
    static Conversion ofArray(Class<?> array, SimpleLayout layout, boolean text) throws UnbindableException {
        Class<?> item = array.getComponentType();
        Conversion items = text || !layout.list()
                ? ofItems(item, layout, each -> of(item, each, null))
                : new Each(of(item, single(layout), null), false);
        return of(
                value -> items.toScalar(ItemArrays.items(value)),
                value -> ItemArrays.array(array, (List<?>) Objects.requireNonNull(items.fromScalar(value))));
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    /** Returns a list of strings as it is read after it was written with spaces between its items. */
    private static Object tokens(Object list) {
        List<String> items = strings(list);
        for (String item : items) {
            if (!Lexical.isToken(item)) {
                String text = Lexical.collapse(String.join(" ", items));
                return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
            }
        }
        return items;
    }

    private static SimpleLayout single(SimpleLayout layout) {
        return with(layout, false);
    }

    private static SimpleLayout asList(SimpleLayout layout) {
        return with(layout, true);
    }

    private static SimpleLayout with(SimpleLayout layout, boolean list) {
        return new SimpleLayout(
                layout.name(),
                layout.builtIn(),
                layout.scalar(),
                list,
                layout.values(),
                layout.order(),
                layout.fixedBytes(),
                layout.encoding());
    }

    /**
     * Returns the conversion of a Java text for a type with another scalar form, as an adapter produces it. Only the
     * canonical text is accepted: JAXB sends {@code 1} for {@code true} unchanged, and a receiver that reads it as text
     * could see the difference.
     */
    private static Conversion text(SimpleLayout layout) {
        return of(
                text -> {
                    Object value = Lexical.parse(layout, (String) text, prefix -> prefix.isEmpty() ? "" : null);
                    if (!Lexical.print(layout, value, QName::getPrefix).equals(text)) {
                        throw new IllegalArgumentException("not the canonical text of the value");
                    }
                    return value;
                },
                value -> Lexical.print(layout, value, QName::getPrefix));
    }

    private static @Nullable Conversion special(Class<?> java, Scalar scalar, @Nullable QName schemaType) {
        return switch (scalar) {
            case CALENDAR ->
                date(java, schemaType != null && schemaType.getLocalPart().equals("date"));
            case STRING -> name(java);
            case BASE64_BINARY -> java == DataHandler.class ? Binaries.STREAMED : null;
            case HEX_BINARY -> java == DataHandler.class ? Binaries.WHOLE : null;
            case BYTE, SHORT, INT, LONG, UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT, INTEGER, DECIMAL, FLOAT, DOUBLE ->
                number(java, scalar);
            default -> null;
        };
    }

    private static @Nullable Conversion date(Class<?> java, boolean dateOnly) {
        Function<Object, @Nullable Object> back;
        if (java == Date.class) {
            back = value -> ((XMLGregorianCalendar) value).toGregorianCalendar().getTime();
        } else if (java == Calendar.class || java == GregorianCalendar.class) {
            back = value -> ((XMLGregorianCalendar) value).toGregorianCalendar();
        } else {
            return null;
        }
        boolean withoutTime = dateOnly && java == Date.class; // JAXB considers the schema type for Date only
        return of(
                value -> Lexical.calendar(
                        withoutTime
                                ? DatatypeConverter.printDate(calendar(value))
                                : DatatypeConverter.printDateTime(calendar(value))),
                back);
    }

    private static Calendar calendar(Object value) {
        if (value instanceof Calendar calendar) {
            return calendar;
        }
        Calendar calendar = new GregorianCalendar(0, Calendar.JANUARY, 0);
        calendar.setTime((Date) value);
        return calendar;
    }

    /** Parses a text. Like JAXB it returns null for one that the Java class rejects. */
    private static @Nullable Object orNull(Callable<Object> parse) {
        try {
            return parse.call();
        } catch (URISyntaxException | MalformedURLException | IllegalArgumentException e) {
            return null;
        } catch (Exception e) {
            throw new IllegalStateException("expected no other checked exception", e);
        }
    }

    private static @Nullable Conversion name(Class<?> java) {
        if (java == URI.class) {
            return of(Object::toString, text -> orNull(() -> new URI((String) text)));
        }
        if (java == URL.class) {
            return of(url -> ((URL) url).toExternalForm(), text -> orNull(() -> new URL(((String) text).trim())));
        }
        if (java == UUID.class) {
            return of(Object::toString, text -> orNull(() -> UUID.fromString(((String) text).trim())));
        }
        if (java == File.class) {
            return of(file -> ((File) file).getPath(), text -> new File(((String) text).trim()));
        }
        return null;
    }

    /**
     * Returns the conversion of numbers of different classes. They are converted by their text, so that nothing is
     * rounded silently.
     */
    private static @Nullable Conversion number(Class<?> java, Scalar scalar) {
        Function<String, Object> parse = parser(java);
        Function<String, Object> toScalar = parser(scalar.javaType());
        if (parse == null || toScalar == null || !keepsText(java, scalar)) {
            return null;
        }
        return of(value -> toScalar.apply(plain(value)), value -> {
            try {
                return parse.apply(plain(value));
            } catch (NumberFormatException e) {
                return null; // like JAXB: a number that is out of range is omitted
            }
        });
    }

    /**
     * Returns whether a number's text is preserved over the wire: binary fractions are not converted to other numbers.
     */
    private static boolean keepsText(Class<?> java, Scalar scalar) {
        return switch (scalar) {
            case FLOAT -> java == Float.class;
            case DOUBLE -> java == Float.class || java == Double.class;
            case DECIMAL -> true;
            default -> java != Float.class && java != Double.class;
        };
    }

    private static String plain(Object number) {
        if (number instanceof Character character) {
            return Integer.toString(character);
        }
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }

    private static @Nullable Function<String, Object> parser(Class<?> type) {
        return PARSERS.get(type);
    }

    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            Byte.class, Byte::valueOf,
            Short.class, Short::valueOf,
            Integer.class, Integer::valueOf,
            Long.class, Long::valueOf,
            Float.class, Float::valueOf,
            Double.class, Double::valueOf,
            BigInteger.class, BigInteger::new,
            BigDecimal.class, BigDecimal::new,
            Character.class, text -> (char) Integer.parseInt(text));

    private static Conversion ofEnum(Class<?> type, SimpleLayout layout) throws UnbindableException {
        XmlEnum annotation = type.getAnnotation(XmlEnum.class);
        if (annotation != null && annotation.value() == QName.class) {
            throw new UnbindableException(type.getName() + " is an enum of qualified names");
        }
        boolean isText = annotation == null || annotation.value() == String.class; // else JAXB prints the values
        Map<Object, Object> toScalar = new HashMap<>();
        Map<Object, Object> fromScalar = new HashMap<>();
        for (Object constant : type.getEnumConstants()) {
            String text = lexical(type, (Enum<?>) constant);
            Object value = layout.scalar() == Scalar.STRING ? text : Lexical.parse(layout, text);
            if (isText && !Lexical.print(layout, value, QName::getPrefix).equals(text)) {
                throw new UnbindableException(
                        type.getName() + " has a constant whose text is not what its value is printed as");
            }
            toScalar.put(constant, value);
            fromScalar.put(value, constant);
        }
        return of(
                constant -> {
                    Object value = toScalar.get(constant);
                    if (value == null) {
                        throw new IllegalArgumentException("no constant of " + type.getName());
                    }
                    return value;
                },
                value -> fromScalar.get(layout.scalar() == Scalar.STRING ? ((String) value).trim() : value));
    }

    private static String lexical(Class<?> type, Enum<?> constant) throws UnbindableException {
        try {
            XmlEnumValue annotation = type.getField(constant.name()).getAnnotation(XmlEnumValue.class);
            return annotation == null ? constant.name() : annotation.value();
        } catch (NoSuchFieldException e) {
            throw new UnbindableException(type.getName() + " hides its constants", e);
        }
    }

    private static Conversion of(Function<Object, Object> toScalar, Function<Object, @Nullable Object> fromScalar) {
        return new Conversion() {
            @Override
            public Object toScalar(Object value) {
                return toScalar.apply(value);
            }

            @Override
            public @Nullable Object fromScalar(Object value) {
                return fromScalar.apply(value);
            }
        };
    }

    /**
     * Conversion of each item of a list. Like JAXB it converts items without a Java form to null.
     *
     * @param text whether JAXB writes the items as one text, so that spaces inside an item split it
     */
    private record Each(Conversion item, boolean text) implements Conversion {
        @Override
        public Object toScalar(Object value) {
            List<Object> converted = new ArrayList<>();
            for (Object each : (List<?>) value) {
                converted.add(item.toScalar(each));
            }
            return text ? tokens(converted) : converted;
        }

        @Override
        public Object fromScalar(Object value) {
            List<@Nullable Object> converted = new ArrayList<>();
            for (Object each : (List<?>) value) {
                converted.add(item.fromScalar(each));
            }
            return converted;
        }
    }
}
