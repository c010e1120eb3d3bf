package io.parley.binding;

import io.parley.layout.ComplexLayout;
import io.parley.layout.Slot;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.Duration;
import org.jspecify.annotations.Nullable;

/** Comparison of record contents by value, and descriptions that do not reveal them. */
final class Values {
    private Values() {}

    @SuppressWarnings("unchecked") // Repeating slots and list types only have lists.
    static List<Object> list(Object content) {
        return (List<Object>) content;
    }

    static boolean equal(@Nullable Object a, @Nullable Object b) {
        if (a instanceof byte[] x && b instanceof byte[] y) {
            return Arrays.equals(x, y);
        }
        if (a instanceof Object[] x && b instanceof Object[] y) {
            return equal(Arrays.asList(x), Arrays.asList(y));
        }
        if (a instanceof List<?> x && b instanceof List<?> y) {
            return equalItems(x, y);
        }
        if (a instanceof Duration x && b instanceof Duration y) {
            return Span.of(x).equals(Span.of(y));
        }
        return a == null ? b == null : a.equals(b);
    }

    private static boolean equalItems(List<?> a, List<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        Iterator<?> other = b.iterator();
        for (Object item : a) {
            if (!equal(item, other.next())) {
                return false;
            }
        }
        return true;
    }

    static int hash(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.hashCode(bytes);
        }
        if (value instanceof Object[] items) {
            return hash(Arrays.asList(items));
        }
        if (value instanceof List<?> items) {
            int hash = 1;
            for (Object item : items) {
                hash = 31 * hash + hash(item);
            }
            return hash;
        }
        if (value instanceof Duration duration) {
            return Span.of(duration).hashCode();
        }
        return value == null ? 0 : value.hashCode();
    }

    /**
     * Value of a duration in XML Schema: months and seconds. The JDK's durations can neither be compared nor hashed if
     * one of their fields is longer than an int.
     */
    private record Span(BigInteger months, BigDecimal seconds) {
        static Span of(Duration duration) {
            BigInteger months = whole(duration, DatatypeConstants.YEARS)
                    .multiply(BigInteger.valueOf(12))
                    .add(whole(duration, DatatypeConstants.MONTHS));
            BigInteger minutes = whole(duration, DatatypeConstants.DAYS)
                    .multiply(BigInteger.valueOf(24))
                    .add(whole(duration, DatatypeConstants.HOURS))
                    .multiply(BigInteger.valueOf(60))
                    .add(whole(duration, DatatypeConstants.MINUTES));
            BigDecimal seconds = new BigDecimal(minutes.multiply(BigInteger.valueOf(60)));
            if (duration.getField(DatatypeConstants.SECONDS) instanceof BigDecimal field) {
                seconds = seconds.add(field);
            }
            return duration.getSign() < 0
                    ? new Span(months.negate(), seconds.negate().stripTrailingZeros())
                    : new Span(months, seconds.stripTrailingZeros());
        }

        private static BigInteger whole(Duration duration, DatatypeConstants.Field field) {
            return duration.getField(field) instanceof BigInteger number ? number : BigInteger.ZERO;
        }
    }

    /** Returns the structure only: names, sizes and classes. */
    static String describe(@Nullable Object value) {
        if (value instanceof Record record) {
            return describe(record);
        }
        if (value instanceof List<?> items) {
            return "list of " + items.size();
        }
        if (value instanceof Record.Nil || value instanceof Record.Item || value instanceof Fragment) {
            return value.toString();
        }
        return value == null ? "absent" : value.getClass().getSimpleName();
    }

    private static String describe(Record record) {
        ComplexLayout type = record.type();
        StringJoiner text = new StringJoiner(", ", type + "[", "]");
        for (int i = 0; i < type.attributes().size(); i++) {
            Object value = record.attributeAt(i);
            if (value != null) {
                text.add("@" + type.attributes().get(i).name().getLocalPart() + ": " + describe(value));
            }
        }
        if (record.text() != null) {
            text.add("text: " + describe(record.text()));
        }
        List<Slot> slots = Record.slotsOf(type);
        for (int i = 0; i < slots.size(); i++) {
            Object content = record.slotAt(i);
            if (content != null) {
                text.add(Members.name(slots.get(i)) + ": " + describe(content));
            }
        }
        return text.toString();
    }
}
