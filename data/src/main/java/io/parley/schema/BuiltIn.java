package io.parley.schema;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;

/** The built-in simple types (XML Schema Part 2, section 3) and {@code anySimpleType}. */
public enum BuiltIn {
    ANY_SIMPLE_TYPE(Family.OTHER),
    STRING(Family.TEXT),
    NORMALIZED_STRING(Family.TEXT),
    TOKEN(Family.TEXT),
    LANGUAGE(Family.TEXT),
    NMTOKEN("NMTOKEN", Family.TEXT),
    NMTOKENS("NMTOKENS", Family.LIST),
    NAME("Name", Family.TEXT),
    NCNAME("NCName", Family.TEXT),
    ID("ID", Family.TEXT),
    IDREF("IDREF", Family.TEXT),
    IDREFS("IDREFS", Family.LIST),
    ENTITY("ENTITY", Family.TEXT),
    ENTITIES("ENTITIES", Family.LIST),
    ANY_URI("anyURI", Family.TEXT),
    BOOLEAN(Family.OTHER),
    DECIMAL(Family.OTHER),
    INTEGER(Family.OTHER),
    NON_POSITIVE_INTEGER(Family.OTHER),
    NEGATIVE_INTEGER(Family.OTHER),
    NON_NEGATIVE_INTEGER(Family.OTHER),
    POSITIVE_INTEGER(Family.OTHER),
    UNSIGNED_LONG(Family.OTHER),
    LONG(Family.NUMBER),
    INT(Family.NUMBER),
    SHORT(Family.NUMBER),
    BYTE(Family.OTHER),
    UNSIGNED_INT(Family.NUMBER),
    UNSIGNED_SHORT(Family.NUMBER),
    UNSIGNED_BYTE(Family.OTHER),
    FLOAT(Family.NUMBER),
    DOUBLE(Family.NUMBER),
    HEX_BINARY(Family.BINARY),
    BASE64_BINARY(Family.BINARY),
    DATE_TIME(Family.OTHER),
    DATE(Family.OTHER),
    TIME(Family.OTHER),
    G_YEAR(Family.OTHER),
    G_YEAR_MONTH(Family.OTHER),
    G_MONTH(Family.OTHER),
    G_MONTH_DAY(Family.OTHER),
    G_DAY(Family.OTHER),
    DURATION(Family.OTHER),
    QNAME("QName", Family.OTHER),
    NOTATION("NOTATION", Family.OTHER);

    /** The type {@code xs:anyType}, from which all types are derived. Not a simple type. */
    public static final QName ANY_TYPE = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType");

    private static final Map<QName, BuiltIn> BY_NAME = byName();

    private final String local;
    private final Family family;

    BuiltIn(Family family) {
        this.local = camelCase(name());
        this.family = family;
    }

    BuiltIn(String local, Family family) {
        this.local = local;
        this.family = family;
    }

    /** Returns the built-in simple type of that name; empty if there is none. */
    public static Optional<BuiltIn> of(QName name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Returns the type's name in the XSD namespace. */
    public QName type() {
        return new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, local);
    }

    /** Returns whether values are lists: {@code NMTOKENS}, {@code IDREFS} and {@code ENTITIES}. */
    public boolean isList() {
        return family == Family.LIST;
    }

    /** Returns whether values are text, which may be annotated with an encoding and a length. */
    public boolean isText() {
        return family == Family.TEXT;
    }

    /** Returns whether values are bytes, which may be annotated with a length. */
    public boolean isBinary() {
        return family == Family.BINARY;
    }

    /** Returns whether values are numbers of two or more bytes, which may be annotated with a byte order. */
    public boolean isNumber() {
        return family == Family.NUMBER;
    }

    private static String camelCase(String constant) {
        StringBuilder text = new StringBuilder();
        for (String word : constant.toLowerCase(Locale.ROOT).split("_", -1)) {
            text.append(text.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return text.toString();
    }

    private static Map<QName, BuiltIn> byName() {
        Map<QName, BuiltIn> names = new HashMap<>();
        for (BuiltIn builtIn : values()) {
            names.put(builtIn.type(), builtIn);
        }
        return names;
    }

    private enum Family {
        TEXT,
        BINARY,
        NUMBER,
        LIST,
        OTHER
    }
}
