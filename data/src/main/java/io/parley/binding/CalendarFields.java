package io.parley.binding;

import java.util.EnumSet;
import java.util.Set;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;

/** Conversion that reduces a calendar to the fields of its XSD type, as JAXB prints it: a {@code date} has no hour. */
final class CalendarFields implements Conversion {
    private enum Field {
        YEAR,
        MONTH,
        DAY,
        TIME
    }

    private final Set<Field> fields;

    /**
     * @param type the local name of the XSD type
     */
    CalendarFields(String type) {
        this.fields = switch (type) {
            case "date" -> EnumSet.of(Field.YEAR, Field.MONTH, Field.DAY);
            case "time" -> EnumSet.of(Field.TIME);
            case "gYear" -> EnumSet.of(Field.YEAR);
            case "gYearMonth" -> EnumSet.of(Field.YEAR, Field.MONTH);
            case "gMonth" -> EnumSet.of(Field.MONTH);
            case "gMonthDay" -> EnumSet.of(Field.MONTH, Field.DAY);
            case "gDay" -> EnumSet.of(Field.DAY);
            default -> EnumSet.allOf(Field.class);
        };
    }

    @Override
    public Object toScalar(Object value) {
        XMLGregorianCalendar calendar = (XMLGregorianCalendar) value;
        require(Field.YEAR, calendar.getYear());
        require(Field.MONTH, calendar.getMonth());
        require(Field.DAY, calendar.getDay());
        require(Field.TIME, calendar.getHour());
        XMLGregorianCalendar result = hasMore(calendar) ? reduced(calendar) : calendar;
        Lexical.check(result);
        return result;
    }

    @Override
    public Object fromScalar(Object value) {
        return value;
    }

    private void require(Field field, int value) {
        if (fields.contains(field) && value == DatatypeConstants.FIELD_UNDEFINED) {
            throw new IllegalArgumentException("a date or time without " + field);
        }
    }

    private boolean hasMore(XMLGregorianCalendar calendar) {
        return more(Field.YEAR, calendar.getYear())
                || more(Field.MONTH, calendar.getMonth())
                || more(Field.DAY, calendar.getDay())
                || more(Field.TIME, calendar.getHour());
    }

    private boolean more(Field field, int value) {
        return !fields.contains(field) && value != DatatypeConstants.FIELD_UNDEFINED;
    }

    private XMLGregorianCalendar reduced(XMLGregorianCalendar calendar) {
        XMLGregorianCalendar copy = (XMLGregorianCalendar) calendar.clone();
        if (!fields.contains(Field.YEAR)) {
            copy.setYear(null);
        }
        if (!fields.contains(Field.MONTH)) {
            copy.setMonth(DatatypeConstants.FIELD_UNDEFINED);
        }
        if (!fields.contains(Field.DAY)) {
            copy.setDay(DatatypeConstants.FIELD_UNDEFINED);
        }
        if (!fields.contains(Field.TIME)) {
            copy.setTime(
                    DatatypeConstants.FIELD_UNDEFINED,
                    DatatypeConstants.FIELD_UNDEFINED,
                    DatatypeConstants.FIELD_UNDEFINED,
                    null);
        }
        return copy;
    }
}
