package io.parley.testkit.generate;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.w3c.dom.Node;

/** Normalizes simple values and resolves names, by XML Schema Part 2 and the JDK alone. */
final class ValueMeaning {
    private static final DatatypeFactory DATATYPES = datatypes();

    private ValueMeaning() {}

    /**
     * Returns the canonical form of a value.
     *
     * @param where resolves prefixes
     */
    static String of(SimpleDef type, String text, Node where) {
        if (!type.isList()) {
            return one(type, text, where);
        }
        List<String> items = new ArrayList<>();
        for (String item : collapsed(text).split(" ", -1)) {
            items.add(item.isEmpty() ? "" : one(itemOf(type), item, where));
        }
        return String.join(" ", items);
    }

    /** Returns the name that a prefixed text denotes. */
    static QName name(String text, Node where) {
        int colon = text.indexOf(':');
        String namespace = where.lookupNamespaceURI(colon < 0 ? null : text.substring(0, colon));
        return new QName(namespace == null ? XMLConstants.NULL_NS_URI : namespace, text.substring(colon + 1));
    }

    static String collapsed(String text) {
        return text.replaceAll("[ \t\n\r]+", " ").strip();
    }

    private static SimpleDef itemOf(SimpleDef type) {
        if (type instanceof SimpleDef.ListOf list) {
            return list.item();
        }
        return type instanceof SimpleDef.Restriction restriction
                ? itemOf(restriction.base())
                : BuiltIns.of(Construct.TOKEN);
    }

    private static String one(SimpleDef type, String text, Node where) {
        String value = collapsed(text);
        if (isUnion(type)) {
            return value;
        }
        Construct builtIn = type.builtIn().construct();
        return switch (builtIn) {
            case STRING -> hasWhiteSpaceFacet(type) ? value : text;
            case NORMALIZED_STRING -> text.replaceAll("[\t\n\r]", " ");
            case BOOLEAN -> String.valueOf(value.equals("true") || value.equals("1"));
            case DECIMAL -> new BigDecimal(value).stripTrailingZeros().toPlainString();
            case FLOAT -> String.valueOf(Float.parseFloat(value.replace("INF", "Infinity")));
            case DOUBLE -> String.valueOf(Double.parseDouble(value.replace("INF", "Infinity")));
            case HEX_BINARY -> value.toUpperCase(Locale.ROOT);
            case BASE64_BINARY -> HexFormat.of().formatHex(Base64.getDecoder().decode(value.replace(" ", "")));
            case QNAME, NOTATION -> name(value, where).toString();
            case DURATION -> DATATYPES.newDuration(value).toString();
            default -> dateOrInteger(builtIn, value);
        };
    }

    private static String dateOrInteger(Construct builtIn, String value) {
        if (Dates.CONSTRUCTS.contains(builtIn)) {
            return date(DATATYPES.newXMLGregorianCalendar(value));
        }
        boolean integer = builtIn.compareTo(Construct.INTEGER) >= 0 && builtIn.compareTo(Construct.UNSIGNED_BYTE) <= 0;
        return integer ? new BigInteger(value).toString() : value;
    }

    private static String date(XMLGregorianCalendar date) {
        BigDecimal fraction = date.getFractionalSecond();
        String second = date.getSecond() + "."
                + (fraction == null ? "0" : fraction.stripTrailingZeros().toPlainString());
        return date.getEonAndYear() + "-" + date.getMonth() + "-" + date.getDay() + "T" + date.getHour() + ":"
                + date.getMinute() + ":" + second + "Z" + date.getTimezone();
    }

    private static boolean isUnion(SimpleDef type) {
        return type instanceof SimpleDef.Union
                || (type instanceof SimpleDef.Restriction restriction && isUnion(restriction.base()));
    }

    private static boolean hasWhiteSpaceFacet(SimpleDef type) {
        return type instanceof SimpleDef.Restriction restriction
                && (restriction.construct() == Construct.WHITE_SPACE_FACET || hasWhiteSpaceFacet(restriction.base()));
    }

    private static DatatypeFactory datatypes() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("the JDK has no datatype factory", e);
        }
    }
}
