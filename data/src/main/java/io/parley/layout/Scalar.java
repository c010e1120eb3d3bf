package io.parley.layout;

/**
 * Kind of a single value on the wire and in Java. The Java class is the canonical one: bindings convert to and from it.
 * Every XSD built-in type maps to one of these (XML Schema Part 2, section 3).
 */
public enum Scalar {
    BOOLEAN(1, Boolean.class),
    BYTE(1, Byte.class),
    SHORT(2, Short.class),
    INT(4, Integer.class),
    LONG(8, Long.class),
    UNSIGNED_BYTE(1, Short.class),
    UNSIGNED_SHORT(2, Integer.class),
    UNSIGNED_INT(4, Long.class),
    FLOAT(4, Float.class),
    DOUBLE(8, Double.class),
    /** {@code integer} and its unbounded kin, {@code unsignedLong} included. */
    INTEGER(0, java.math.BigInteger.class),
    /** Keeps its scale. */
    DECIMAL(0, java.math.BigDecimal.class),
    /** {@code string} and its kin, {@code anyURI}, unions, and {@code anySimpleType} as text. */
    STRING(0, String.class),
    HEX_BINARY(0, byte[].class),
    BASE64_BINARY(0, byte[].class),
    /** {@code dateTime}, {@code date}, {@code time} and the {@code g...} types: undefined fields stay undefined. */
    CALENDAR(0, javax.xml.datatype.XMLGregorianCalendar.class),
    DURATION(0, javax.xml.datatype.Duration.class),
    /** {@code QName} and {@code NOTATION}: namespace, local name and prefix. */
    QNAME(0, javax.xml.namespace.QName.class);

    private final int fixedBytes;
    private final Class<?> javaType;

    Scalar(int fixedBytes, Class<?> javaType) {
        this.fixedBytes = fixedBytes;
        this.javaType = javaType;
    }

    /** Bytes that every value takes, or 0 if values differ. */
    public int fixedBytes() {
        return fixedBytes;
    }

    /** Returns the class of a single value as bindings give and take it: a boxed one for primitives. */
    public Class<?> javaType() {
        return javaType;
    }
}
