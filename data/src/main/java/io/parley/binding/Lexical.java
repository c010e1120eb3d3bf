package io.parley.binding;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * Parser and printer of the lexical forms of simple types (XML Schema Part 2, section 3), to and from the Java form of
 * a {@link Scalar}. Invalid text, and a value without a lexical form, end in an {@link IllegalArgumentException}, to
 * which the caller adds the place. Thread-safe.
 */
public final class Lexical {
    private static final DatatypeFactory DATATYPES = datatypes();
    private static final int SCALE_LIMIT = 65_536;

    private Lexical() {}

    /**
     * Returns the value of a text.
     *
     * @param namespaces returns the namespace of a prefix, or null if it is not declared
     */
    public static Object parse(SimpleLayout type, String text, Function<String, @Nullable String> namespaces) {
        if (!type.list()) {
            return parseOne(type, text, namespaces);
        }
        List<Object> values = new ArrayList<>();
        for (String item : collapse(text).split(" ", -1)) {
            if (!item.isEmpty()) {
                values.add(parseOne(type, item, namespaces));
            }
        }
        return values;
    }

    /**
     * Returns the text of a value, which {@link #parse} accepts.
     *
     * @param prefixes returns the prefix to use for a name
     */
    public static String print(SimpleLayout type, Object value, Function<QName, String> prefixes) {
        if (!type.list()) {
            return printOne(type.scalar(), value, prefixes);
        }
        StringJoiner text = new StringJoiner(" ");
        for (Object item : (List<?>) value) {
            text.add(printOne(type.scalar(), item, prefixes));
        }
        return text.toString();
    }

    /** Returns the value of a text in a scope without namespace declarations. */
    public static Object parse(SimpleLayout type, String text) {
        return parse(type, text, prefix -> null);
    }

    private static Object parseOne(SimpleLayout type, String raw, Function<String, @Nullable String> namespaces) {
        if (type.scalar() == Scalar.STRING) {
            return whiteSpace(type.builtIn()).apply(raw);
        }
        String text = collapse(raw);
        return switch (type.scalar()) {
            case BOOLEAN -> parseBoolean(text);
            case BYTE -> Byte.valueOf(withoutPlus(text));
            case SHORT -> Short.valueOf(withoutPlus(text));
            case INT -> Integer.valueOf(withoutPlus(text));
            case LONG -> Long.valueOf(withoutPlus(text));
            case UNSIGNED_BYTE -> (short) range(text, 0xFF);
            case UNSIGNED_SHORT -> (int) range(text, 0xFFFF);
            case UNSIGNED_INT -> range(text, 0xFFFF_FFFFL);
            case FLOAT -> parseFloat(text);
            case DOUBLE -> parseDouble(text);
            case INTEGER -> new BigInteger(withoutPlus(text));
            case DECIMAL -> parseDecimal(text);
            case STRING -> text;
            case HEX_BINARY -> HexFormat.of().parseHex(text);
            case BASE64_BINARY -> Base64.getDecoder().decode(text.replace(" ", ""));
            case CALENDAR -> DATATYPES.newXMLGregorianCalendar(text);
            case DURATION -> DATATYPES.newDuration(text);
            case QNAME -> parseName(text, namespaces);
        };
    }

    private static String printOne(Scalar scalar, Object value, Function<QName, String> prefixes) {
        return switch (scalar) {
            case FLOAT -> special(((Number) value).doubleValue(), value.toString());
            case DOUBLE -> special((Double) value, value.toString());
            case DECIMAL -> scaled((BigDecimal) value).toPlainString();
            case UNSIGNED_BYTE -> inRange((Number) value, 0xFF).toString();
            case UNSIGNED_SHORT -> inRange((Number) value, 0xFFFF).toString();
            case UNSIGNED_INT -> inRange((Number) value, 0xFFFF_FFFFL).toString();
            case HEX_BINARY -> HexFormat.of().withUpperCase().formatHex((byte[]) value);
            case BASE64_BINARY -> Base64.getEncoder().encodeToString((byte[]) value);
            case CALENDAR -> printCalendar((XMLGregorianCalendar) value);
            case QNAME -> printName((QName) value, prefixes);
            case BOOLEAN, BYTE, SHORT, INT, LONG, INTEGER, STRING, DURATION -> value.toString();
        };
    }

    private static boolean parseBoolean(String text) {
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new IllegalArgumentException("not a boolean");
        };
    }

    private static float parseFloat(String text) {
        return switch (text) {
            case "INF" -> Float.POSITIVE_INFINITY;
            case "-INF" -> Float.NEGATIVE_INFINITY;
            case "NaN" -> Float.NaN;
            default -> Float.parseFloat(digits(text));
        };
    }

    private static double parseDouble(String text) {
        return switch (text) {
            case "INF" -> Double.POSITIVE_INFINITY;
            case "-INF" -> Double.NEGATIVE_INFINITY;
            case "NaN" -> Double.NaN;
            default -> Double.parseDouble(digits(text));
        };
    }

    /** Rejects forms that Java accepts but XML Schema does not: {@code Infinity}, hexadecimal, and type suffixes. */
    private static String digits(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean digit = c >= '0' && c <= '9';
            if (!digit && "+-.eE".indexOf(c) < 0) {
                throw new IllegalArgumentException("not a number");
            }
        }
        return text;
    }

    private static BigDecimal parseDecimal(String text) {
        BigDecimal value = scaled(new BigDecimal(text));
        return value.scale() < 0 ? value.setScale(0) : value;
    }

    private static BigDecimal scaled(BigDecimal value) {
        if (Math.abs((long) value.scale()) > SCALE_LIMIT) {
            throw new IllegalArgumentException("a scale beyond " + SCALE_LIMIT);
        }
        return value;
    }

    private static String withoutPlus(String text) {
        return text.startsWith("+") ? text.substring(1) : text;
    }

    private static long range(String text, long max) {
        return inRange(Long.valueOf(withoutPlus(text)), max).longValue();
    }

    private static Number inRange(Number value, long max) {
        if (value.longValue() < 0 || value.longValue() > max) {
            throw new IllegalArgumentException("out of range");
        }
        return value;
    }

    /**
     * @throws IllegalArgumentException if its fields are those of no type, or of a day or time that does not exist
     */
    static void check(XMLGregorianCalendar calendar) {
        try {
            if (calendar.getXMLSchemaType() != null && calendar.isValid()) {
                return;
            }
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException("not the fields of a date or time", e);
        }
        throw new IllegalArgumentException("no such day or time");
    }

    private static String printCalendar(XMLGregorianCalendar calendar) {
        check(calendar);
        return calendar.toXMLFormat();
    }

    private static String special(double value, String text) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "INF" : "-INF";
        }
        return text;
    }

    private static QName parseName(String text, Function<String, @Nullable String> namespaces) {
        int colon = text.indexOf(':');
        String prefix = colon < 0 ? "" : text.substring(0, colon);
        String namespace = namespaces.apply(prefix);
        if (namespace == null && colon >= 0) {
            throw new IllegalArgumentException("an undeclared prefix");
        }
        return new QName(namespace == null ? XMLConstants.NULL_NS_URI : namespace, text.substring(colon + 1), prefix);
    }

    private static String printName(QName name, Function<QName, String> prefixes) {
        String prefix = prefixes.apply(name);
        return prefix.isEmpty() ? name.getLocalPart() : prefix + ":" + name.getLocalPart();
    }

    private static UnaryOperator<String> whiteSpace(QName builtIn) {
        return switch (builtIn.getLocalPart()) {
            case "string", "anySimpleType" -> text -> text;
            case "normalizedString" -> Lexical::replace;
            default -> Lexical::collapse;
        };
    }

    private static String replace(String text) {
        return text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' ');
    }

    /** Returns the text with collapsed white space: none at the ends, and single spaces inside. */
    static String collapse(String text) {
        return hasWhiteSpace(text) ? collapsed(text) : text;
    }

    private static boolean hasWhiteSpace(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isWhiteSpace(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWhiteSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static String collapsed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isWhiteSpace(c)) {
                gap = out.length() > 0;
            } else {
                if (gap) {
                    out.append(' ');
                    gap = false;
                }
                out.append(c);
            }
        }
        return out.toString();
    }

    /** Returns whether a text is a single item of a list. */
    static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().noneMatch(c -> c <= ' ');
    }

    static XMLGregorianCalendar calendar(String text) {
        return DATATYPES.newXMLGregorianCalendar(text);
    }

    static Duration duration(String text) {
        return DATATYPES.newDuration(text);
    }

    private static DatatypeFactory datatypes() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("the JDK has no datatype factory", e);
        }
    }
}
