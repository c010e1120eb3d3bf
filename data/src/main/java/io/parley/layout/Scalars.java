package io.parley.layout;

import io.parley.schema.BuiltIn;

/** Maps each built-in type to the kind of its values. */
final class Scalars {
    private Scalars() {}

    static Scalar of(BuiltIn type) {
        return switch (type) {
            case ANY_SIMPLE_TYPE, STRING, NORMALIZED_STRING, TOKEN, LANGUAGE, NAME, NCNAME, ANY_URI -> Scalar.STRING;
            case NMTOKEN, NMTOKENS, ID, IDREF, IDREFS, ENTITY, ENTITIES -> Scalar.STRING;
            case BOOLEAN -> Scalar.BOOLEAN;
            case DECIMAL -> Scalar.DECIMAL;
            case INTEGER, NON_POSITIVE_INTEGER, NEGATIVE_INTEGER, NON_NEGATIVE_INTEGER, POSITIVE_INTEGER ->
                Scalar.INTEGER;
            case UNSIGNED_LONG -> Scalar.INTEGER;
            case LONG -> Scalar.LONG;
            case INT -> Scalar.INT;
            case SHORT -> Scalar.SHORT;
            case BYTE -> Scalar.BYTE;
            case UNSIGNED_INT -> Scalar.UNSIGNED_INT;
            case UNSIGNED_SHORT -> Scalar.UNSIGNED_SHORT;
            case UNSIGNED_BYTE -> Scalar.UNSIGNED_BYTE;
            case FLOAT -> Scalar.FLOAT;
            case DOUBLE -> Scalar.DOUBLE;
            case HEX_BINARY -> Scalar.HEX_BINARY;
            case BASE64_BINARY -> Scalar.BASE64_BINARY;
            case DATE_TIME, DATE, TIME, G_YEAR, G_YEAR_MONTH, G_MONTH, G_MONTH_DAY, G_DAY -> Scalar.CALENDAR;
            case DURATION -> Scalar.DURATION;
            case QNAME, NOTATION -> Scalar.QNAME;
        };
    }
}
