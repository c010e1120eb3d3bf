package io.parley.representation.tdxml;

import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import java.util.Arrays;
import java.util.Optional;

/**
 * Scalars of a data schema. They inform generated handlers; the values in rows have the lexical form of XML Schema in
 * any case (R20).
 */
enum DataType {
    UTF8_STRING("UTF8String"),
    INTEGER("Integer"),
    DECIMAL("Decimal"),
    REAL("Real"),
    BOOLEAN("Boolean"),
    DATE_TIME("DateTime"),
    DATE("Date"),
    TIME("Time"),
    OCTET_STRING("OctetString"),
    /**
     * Qualified names, the only values whose text differs from that in XML, because their prefixes are not declared in
     * a table.
     */
    QNAME_VALUE("QNameValue"),
    /** Whole element as XML. */
    ANY_XML("AnyXML");

    private final String spelling;

    DataType(String spelling) {
        this.spelling = spelling;
    }

    /** Returns the type's spelling in data schemas. */
    String spelling() {
        return spelling;
    }

    static Optional<DataType> of(String spelling) {
        return Arrays.stream(values())
                .filter(type -> type.spelling.equals(spelling))
                .findFirst();
    }

    /** Returns the scalar of a simple type; for a list, that of its text. */
    static DataType of(SimpleLayout type) {
        if (type.scalar() == Scalar.QNAME) {
            return QNAME_VALUE;
        }
        return type.list() ? UTF8_STRING : ofOne(type);
    }

    private static DataType ofOne(SimpleLayout type) {
        return switch (type.scalar()) {
            case BOOLEAN -> BOOLEAN;
            case BYTE, SHORT, INT, LONG, UNSIGNED_BYTE, UNSIGNED_SHORT, UNSIGNED_INT, INTEGER -> INTEGER;
            case FLOAT, DOUBLE -> REAL;
            case DECIMAL -> DECIMAL;
            case BASE64_BINARY -> OCTET_STRING;
            case QNAME -> QNAME_VALUE;
            case CALENDAR ->
                switch (type.builtIn().getLocalPart()) {
                    case "dateTime" -> DATE_TIME;
                    case "date" -> DATE;
                    case "time" -> TIME;
                    default -> UTF8_STRING;
                };
            case STRING, HEX_BINARY, DURATION -> UTF8_STRING;
        };
    }
}
