package io.parley.layout;

/**
 * Kind of a single value, which determines its encoding and its canonical Java class. Bindings convert to and from that
 * class. Every XSD built-in type maps to one of these (XML Schema Part 2, section 3).
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
    /** {@code integer}, the unbounded types derived from it, and {@code unsignedLong}. */
    INTEGER(0, java.math.BigInteger.class),
    /** {@code decimal}, with its scale. */
    DECIMAL(0, java.math.BigDecimal.class),
    /** {@code string} and the types derived from it, {@code anyURI}, unions, and {@code anySimpleType} as text. */
    STRING(0, String.class),
    HEX_BINARY(0, byte[].class),
    BASE64_BINARY(0, byte[].class),
    /** {@code dateTime}, {@code date}, {@code time} and the {@code g...} types. Undefined fields stay undefined. */
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

    /** Returns the number of bytes of every value, or 0 if it varies. */
    public int fixedBytes() {
        return fixedBytes;
    }

    /** Returns the class of a single value in bindings: a boxed one for primitives. */
    public Class<?> javaType() {
        return javaType;
    }
}
