package io.parley.conformance.raw;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A test vector of docs/protocol/vectors; its README describes the format of these files.
 *
 * @param name of the vector
 * @param fields in their order, {@code section} and {@code meaning} first
 */
public record Vector(String name, Map<String, String> fields) {
    private static final int DIGITS = 64;

    /** Name of the field with the bytes, in hex without blanks. */
    public static final String BYTES = "hex";

    public Vector {
        fields = new LinkedHashMap<>(fields);
    }

    /**
     * Returns a field.
     *
     * @throws WireError if there is none
     */
    public String field(String field) {
        String value = fields.get(field);
        if (value == null) {
            throw new WireError(name + ": expected the field " + field + ", found " + fields.keySet());
        }
        return value;
    }

    /** Returns the bytes of a field in hex. */
    public byte[] bytes(String field) {
        return HexFormat.of().parseHex(field(field));
    }

    /** Returns whether there is a field. */
    public boolean has(String field) {
        return fields.containsKey(field);
    }

    /** Reads the vectors of a file. */
    public static List<Vector> read(String text) {
        List<Vector> vectors = new ArrayList<>();
        Map<String, String> fields = new LinkedHashMap<>();
        String name = "";
        String field = "";
        for (String line : text.split("\n", -1)) {
            if (line.startsWith("[")) {
                add(vectors, name, fields);
                fields.clear();
                name = line.substring(1, line.length() - 1);
            } else if (line.startsWith("| ") || line.equals("|")) {
                String before = fields.get(field);
                String more = line.substring(Math.min(2, line.length()));
                fields.put(field, before == null ? more : before + "\n" + more);
            } else if (line.startsWith("  ")) {
                fields.merge(field, line.strip(), String::concat);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                int colon = line.indexOf(':');
                field = line.substring(0, colon);
                if (colon + 1 < line.length()) {
                    fields.put(field, line.substring(colon + 2));
                } else {
                    fields.remove(field);
                }
            }
        }
        add(vectors, name, fields);
        return vectors;
    }

    private static void add(List<Vector> vectors, String name, Map<String, String> fields) {
        if (!name.isEmpty()) {
            vectors.add(new Vector(name, fields));
        }
    }

    /**
     * Returns the text of a file with vectors.
     *
     * @param about comment at the beginning
     */
    public static String write(String about, List<Vector> vectors) {
        StringBuilder text = new StringBuilder();
        about.lines().forEach(line -> text.append("# ").append(line).append('\n'));
        for (Vector vector : vectors) {
            text.append("\n[").append(vector.name).append("]\n");
            vector.fields.forEach((field, value) -> append(text, field, value));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String field, String value) {
        boolean verbatim = field.endsWith("text") || field.endsWith("xml") || field.equals("schema");
        if (verbatim) {
            text.append(field).append(":\n");
            for (String line : value.split("\n", -1)) {
                text.append(line.isEmpty() ? "|" : "| ").append(line).append('\n');
            }
        } else if (value.length() > DIGITS && value.indexOf(' ') < 0 && value.matches("[0-9a-f]+")) {
            text.append(field).append(":\n");
            for (int at = 0; at < value.length(); at += DIGITS) {
                text.append("  ")
                        .append(value, at, Math.min(value.length(), at + DIGITS))
                        .append('\n');
            }
        } else {
            text.append(field).append(": ").append(value).append('\n');
        }
    }
}
