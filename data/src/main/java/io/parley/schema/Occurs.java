package io.parley.schema;

import org.jspecify.annotations.Nullable;

/** Parser of the {@code minOccurs} and {@code maxOccurs} of a particle. */
final class Occurs {
    private Occurs() {}

    static int min(XsdNode node) {
        Integer min = parsed(node.attribute("minOccurs", "1"));
        return min == null ? 1 : min;
    }

    static int max(XsdNode node) {
        Integer max = parsed(node.attribute("maxOccurs", "1"));
        return max == null ? Integer.MAX_VALUE : max;
    }

    static void check(XsdNode node, Problems problems) {
        Integer min = parsed(node.attribute("minOccurs", "1"));
        Integer max = parsed(node.attribute("maxOccurs", "1"));
        boolean unbounded = node.attribute("maxOccurs", "1").equals("unbounded");
        if (min == null) {
            problems.add(node.place(), "expected a number in minOccurs, found something else");
        } else if (max == null && !unbounded) {
            problems.add(node.place(), "expected a number or unbounded in maxOccurs, found something else");
        } else if (max != null && max < min) {
            problems.add(node.place(), "expected minOccurs at most maxOccurs " + max + ", found " + min);
        }
    }

    /** Returns the number, at most {@link Integer#MAX_VALUE}; null if the text is not a number. */
    private static @Nullable Integer parsed(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        return text.length() > 9 ? Integer.MAX_VALUE : Integer.valueOf(text);
    }
}
