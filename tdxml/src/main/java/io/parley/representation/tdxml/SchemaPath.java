package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Converts paths of names to keys. */
final class SchemaPath {
    private static final Pattern STEP = Pattern.compile("(@?[^/@\\[\\]]+)(?:\\[(0|[1-9][0-9]{0,8})])?");

    private SchemaPath() {}

    static String key(DataSchema schema, String path) {
        StringBuilder key = new StringBuilder();
        List<ElementType.Child> children = schema.names().roots();
        ElementType type = null;
        for (String step : path.split("/", -1)) {
            Matcher matcher = STEP.matcher(step);
            if (!matcher.matches()) {
                throw noSuch(step);
            }
            if (type != null && step.startsWith("@")) {
                return key.append('(').append(attribute(type, step)).append(')').toString();
            }
            ElementType.Child child = child(children, matcher.group(1), step);
            if (child.repeats() != (matcher.group(2) != null)) {
                throw noSuch(step);
            }
            key.append('[').append(child.number()).append(']');
            key.append(matcher.group(2) == null ? "" : matcher.group(2));
            type = child.type();
            children = type.children();
        }
        return key.toString();
    }

    private static ElementType.Child child(List<ElementType.Child> children, String label, String step) {
        return children.stream()
                .filter(child -> label.equals(label(child.name())))
                .findFirst()
                .orElseThrow(() -> noSuch(step));
    }

    private static int attribute(ElementType type, String step) {
        return type.attributes().stream()
                .filter(attribute -> step.substring(1).equals(label(attribute.name())))
                .findFirst()
                .orElseThrow(() -> noSuch(step))
                .number();
    }

    private static String label(@Nullable QName name) {
        if (name == null) {
            return "";
        }
        return name.getPrefix().isEmpty() ? name.getLocalPart() : name.getPrefix() + ":" + name.getLocalPart();
    }

    private static ParleyException noSuch(String step) {
        return new ParleyException(
                ErrorCode.SCHEMA_VIOLATION,
                "path: expected names of the schema, and an occurrence where they repeat, found " + step);
    }
}
