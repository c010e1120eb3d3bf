package io.parley.representation.hhfr;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/**
 * Codec of dates, times and durations: a mask of the defined fields, then the fields. Undefined fields stay undefined.
 */
final class TimeCodec {
    private static final int YEAR = 0b0000_0001;
    private static final int MONTH = 0b0000_0010;
    private static final int DAY = 0b0000_0100;
    private static final int HOUR = 0b0000_1000;
    private static final int MINUTE = 0b0001_0000;
    private static final int SECOND = 0b0010_0000;
    private static final int FRACTION = 0b0100_0000;
    private static final int ZONE = 0b1000_0000;
    private static final int FIELDS = 0xFF;

    private static final int NEGATIVE = 0b0100_0000;
    private static final DatatypeConstants.Field[] DURATION_FIELDS = {
        DatatypeConstants.YEARS,
        DatatypeConstants.MONTHS,
        DatatypeConstants.DAYS,
        DatatypeConstants.HOURS,
        DatatypeConstants.MINUTES,
        DatatypeConstants.SECONDS
    };
    private static final DatatypeFactory FACTORY = factory();

    private TimeCodec() {}

    static void write(XMLGregorianCalendar value, Sink sink, String path) {
        int mask = (value.getYear() == DatatypeConstants.FIELD_UNDEFINED && value.getEon() == null ? 0 : YEAR)
                | bit(value.getMonth(), MONTH)
                | bit(value.getDay(), DAY)
                | bit(value.getHour(), HOUR)
                | bit(value.getMinute(), MINUTE)
                | bit(value.getSecond(), SECOND)
                | (value.getFractionalSecond() == null ? 0 : FRACTION)
                | bit(value.getTimezone(), ZONE);
        sink.writeVarint(mask);
        if ((mask & YEAR) != 0) {
            NumberCodec.write(value.getEonAndYear(), sink, path);
        }
        field(mask, MONTH, value.getMonth(), sink);
        field(mask, DAY, value.getDay(), sink);
        field(mask, HOUR, value.getHour(), sink);
        field(mask, MINUTE, value.getMinute(), sink);
        field(mask, SECOND, value.getSecond(), sink);
        if ((mask & FRACTION) != 0) {
            NumberCodec.write(value.getFractionalSecond(), sink, path);
        }
        field(mask, ZONE, value.getTimezone(), sink);
    }

    static XMLGregorianCalendar readCalendar(Source source, String path) {
        int mask = mask(FIELDS, source, path);
        BigInteger year = (mask & YEAR) == 0 ? null : NumberCodec.readInteger(source, path);
        int month = field(mask, MONTH, source, path);
        int day = field(mask, DAY, source, path);
        int hour = field(mask, HOUR, source, path);
        int minute = field(mask, MINUTE, source, path);
        int second = field(mask, SECOND, source, path);
        BigDecimal fraction = (mask & FRACTION) == 0 ? null : NumberCodec.readDecimal(source, path);
        int zone = field(mask, ZONE, source, path);
        try {
            return FACTORY.newXMLGregorianCalendar(year, month, day, hour, minute, second, fraction, zone);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    source.at(path) + ": expected a date or time, found fields that are none",
                    e);
        }
    }

    static void write(Duration value, Sink sink, String path) {
        int mask = value.getSign() < 0 ? NEGATIVE : 0;
        for (int i = 0; i < DURATION_FIELDS.length; i++) {
            mask |= value.isSet(DURATION_FIELDS[i]) ? 1 << i : 0;
        }
        sink.writeVarint(mask);
        for (int i = 0; i < DURATION_FIELDS.length; i++) {
            Number field = value.getField(DURATION_FIELDS[i]);
            if (field instanceof BigInteger whole) {
                NumberCodec.write(whole, sink, path);
            } else if (field != null) {
                NumberCodec.write((BigDecimal) field, sink, path);
            }
        }
    }

    static Duration readDuration(Source source, String path) {
        int mask = mask(NEGATIVE | (1 << DURATION_FIELDS.length) - 1, source, path);
        @Nullable BigInteger[] fields = new @Nullable BigInteger[DURATION_FIELDS.length - 1];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = (mask & 1 << i) == 0 ? null : NumberCodec.readInteger(source, path);
        }
        BigDecimal seconds = (mask & 1 << fields.length) == 0 ? null : NumberCodec.readDecimal(source, path);
        try {
            return FACTORY.newDuration(
                    (mask & NEGATIVE) == 0, fields[0], fields[1], fields[2], fields[3], fields[4], seconds);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE,
                    source.at(path) + ": expected a duration, found fields that are none",
                    e);
        }
    }

    private static int mask(int legal, Source source, String path) {
        long mask = source.readVarint();
        if ((mask & ~(long) legal) != 0) {
            throw ParleyException.malformed("known fields", "mask " + mask, source.at(path));
        }
        return (int) mask;
    }

    private static int bit(int field, int bit) {
        return field == DatatypeConstants.FIELD_UNDEFINED ? 0 : bit;
    }

    private static void field(int mask, int bit, int value, Sink sink) {
        if ((mask & bit) != 0) {
            sink.writeZigZag(value);
        }
    }

    private static int field(int mask, int bit, Source source, String path) {
        if ((mask & bit) == 0) {
            return DatatypeConstants.FIELD_UNDEFINED;
        }
        long value = source.readZigZag();
        if (value < -1000 || value > 1000) {
            throw ParleyException.malformed("a field of a date or time", Long.toString(value), source.at(path));
        }
        return (int) value;
    }

    private static DatatypeFactory factory() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("the JDK has no datatype factory", e);
        }
    }
}
