package io.parley.schema;

import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations of namespace {@value WireFormat#NAMESPACE}. Whether they fit the type is checked by {@link
 * WireChecker}.
 */
final class WireReader {
    static final int MAX_LENGTH = 65_536;

    private static final Set<String> KNOWN = Set.of("byteOrder", "length", "encoding");

    private final Problems problems;

    WireReader(Problems problems) {
        this.problems = problems;
    }

    WireFormat read(XsdNode node) {
        Map<String, String> annotations = node.annotations();
        if (annotations.isEmpty()) {
            return WireFormat.USUAL;
        }
        for (String name : annotations.keySet()) {
            if (!KNOWN.contains(name)) {
                problems.add(node.place(), "expected an annotation byteOrder, length or encoding, found " + name);
            }
        }
        return new WireFormat(byteOrder(node), length(node), encoding(node));
    }

    /** Reports annotations on an element that must not have any. */
    void refuse(XsdNode node) {
        if (!node.annotations().isEmpty()) {
            problems.add(
                    node.place(), "expected annotations on a declaration of element, attribute or simple type only");
        }
    }

    private @Nullable ByteOrder byteOrder(XsdNode node) {
        String text = node.annotations().get("byteOrder");
        if (text == null) {
            return null;
        }
        if (text.equals("big")) {
            return ByteOrder.BIG_ENDIAN;
        }
        if (!text.equals("little")) {
            problems.add(node.place(), "expected byteOrder big or little, found something else");
            return null;
        }
        return ByteOrder.LITTLE_ENDIAN;
    }

    private int length(XsdNode node) {
        String text = node.annotations().get("length");
        if (text == null) {
            return 0;
        }
        boolean number = !text.isEmpty() && text.length() < 9 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int length = number ? Integer.parseInt(text) : 0;
        if (length < 1 || length > MAX_LENGTH) {
            problems.add(node.place(), "expected a length of 1 to " + MAX_LENGTH + " bytes, found another one");
            return 0;
        }
        return length;
    }

    private WireFormat.@Nullable Encoding encoding(XsdNode node) {
        String text = node.annotations().get("encoding");
        if (text == null) {
            return null;
        }
        WireFormat.Encoding encoding = WireFormat.Encoding.of(text).orElse(null);
        if (encoding == null) {
            problems.add(node.place(), "expected encoding UTF-8, ISO-8859-1 or UTF-16, found another one");
        }
        return encoding;
    }
}
