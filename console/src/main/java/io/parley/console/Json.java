package io.parley.console;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON writer for records, maps, iterables, strings, numbers and booleans. Stateless. */
final class Json {
    private static final String HEX = "0123456789abcdef";

    private Json() {}

    /** Returns the value on one line; characters that could end a script element are escaped. */
    static String of(@Nullable Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(@Nullable Object value, StringBuilder to) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            to.append(value);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(map, to);
        } else if (value instanceof Iterable<?> list) {
            char before = '[';
            for (Object each : list) {
                to.append(before);
                write(each, to);
                before = ',';
            }
            to.append(before == '[' ? "[]" : "]");
        } else if (value instanceof Record record) {
            writeRecord(record, to);
        } else {
            writeText(value.toString(), to);
        }
    }

    private static void writeMap(Map<?, ?> map, StringBuilder to) {
        char before = '{';
        for (Map.Entry<?, ?> each : map.entrySet()) {
            to.append(before);
            writeText(String.valueOf(each.getKey()), to);
            to.append(':');
            write(each.getValue(), to);
            before = ',';
        }
        to.append(before == '{' ? "{}" : "}");
    }

    private static void writeRecord(Record record, StringBuilder to) {
        char before = '{';
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            to.append(before).append('"').append(component.getName()).append("\":");
            try {
                write(component.getAccessor().invoke(record), to);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalArgumentException("expected a public record, found " + record.getClass(), e);
            }
            before = ',';
        }
        to.append(before == '{' ? "{}" : "}");
    }

    /** Writes a string; escapes everything but plain ASCII, and the characters that are special in HTML. */
    private static void writeText(String text, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ' || c > '~' || c == '<' || c == '>' || c == '&') {
                to.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    to.append(HEX.charAt((c >> shift) & 0xf));
                }
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}
