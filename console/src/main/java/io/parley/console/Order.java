package io.parley.console;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Order of an operator to a node.
 *
 * @param kind of order
 * @param endpoint the endpoint's id; empty for the whole process
 */
public record Order(Kind kind, String endpoint) {
    /** Kinds of orders. */
    public enum Kind {
        /** Make all calls by SOAP. */
        OFF,
        /** Allow calls on sessions again. */
        ON,
        /** Close sessions in order, and forget what is known about peers. */
        NEGOTIATE
    }

    /**
     * Parses the body of a form: {@code kind} and {@code endpoint}.
     *
     * @throws IllegalArgumentException if it is not an order
     */
    static Order read(String form) {
        Map<String, String> fields = fields(form);
        String kind = fields.getOrDefault("kind", "");
        try {
            return new Order(Kind.valueOf(kind.toUpperCase(Locale.ROOT)), fields.getOrDefault("endpoint", ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected a kind of order: off, on or negotiate", e);
        }
    }

    /**
     * Returns the number of the node in a form; 0 if it is absent.
     *
     * @throws IllegalArgumentException if it is not a number
     */
    static int node(String form) {
        String number = fields(form).getOrDefault("node", "0");
        try {
            return Integer.parseInt(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected the number of a node", e);
        }
    }

    /** Returns the order as the body of a form. */
    public String form() {
        return "kind=" + kind.name().toLowerCase(Locale.ROOT) + "&endpoint="
                + URLEncoder.encode(endpoint, StandardCharsets.UTF_8);
    }

    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new TreeMap<>();
        for (String field : form.split("&", -1)) {
            int sign = field.indexOf('=');
            if (sign > 0) {
                fields.put(
                        field.substring(0, sign), URLDecoder.decode(field.substring(sign + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }
}
