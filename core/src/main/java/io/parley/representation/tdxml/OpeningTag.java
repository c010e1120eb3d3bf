package io.parley.representation.tdxml;

import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The opening tag of an envelope that stands alone, without XML around it; its prefix need not be declared.
 *
 * @param envelope its name without prefix
 * @param schema the digest of the agreed schema, or empty
 * @param part the number of the agreed part, or empty
 */
record OpeningTag(String envelope, String schema, String part) {
    private static final int LONGEST = 512;
    private static final Pattern ATTRIBUTE =
            Pattern.compile("[ \t\r\n]+([A-Za-z:]{1,32})[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"<&]*)\"|'([^'<&]*)')");

    /** Reads what follows {@link Tags#OPENING}, up to the tag's end. */
    static OpeningTag read(Source source) {
        String rest = upTo('>', source);
        boolean isLong = rest.startsWith("elope");
        String attributes = isLong ? rest.substring(5) : rest;
        Map<String, String> found = new TreeMap<>();
        Matcher matcher = ATTRIBUTE.matcher(attributes);
        int at = 0;
        while (matcher.find(at) && matcher.start() == at) {
            String value = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
            if (found.put(matcher.group(1), value) != null) {
                throw unexpected("each attribute once", source);
            }
            at = matcher.end();
        }
        if (!attributes.substring(at).isBlank()) {
            throw unexpected("the attributes of an envelope", source);
        }
        String declared = found.remove("xmlns:" + Tags.PREFIX);
        String schema = found.remove(Tags.SCHEMA_ATTRIBUTE);
        String part = found.remove(Tags.PART_ATTRIBUTE);
        if (!found.isEmpty() || (declared != null && !declared.equals(Tags.NAMESPACE))) {
            throw unexpected("the attributes of an envelope", source);
        }
        return new OpeningTag(
                isLong ? Tags.LONG_ENVELOPE : Tags.ENVELOPE, schema == null ? "" : schema, part == null ? "" : part);
    }

    /** Passes the opening tag of a table. */
    static String expectTable(Source source) {
        return expect(source, Tags.TABLE, Tags.LONG_TABLE);
    }

    /** Passes blanks and an opening tag of one of these names, and says which. */
    static String expect(Source source, String... names) {
        String tag = nextTag(source);
        for (String name : names) {
            if (tag.equals(Tags.PREFIX + ":" + name)) {
                return name;
            }
        }
        throw unexpected("the tag " + Tags.PREFIX + ":" + names[0], source);
    }

    /** Passes the closing tag of an envelope, and blanks up to the end of the message. */
    static void expectEnd(Source source) {
        String tag = nextTag(source);
        boolean closes = tag.equals("/" + Tags.PREFIX + ":" + Tags.ENVELOPE)
                || tag.equals("/" + Tags.PREFIX + ":" + Tags.LONG_ENVELOPE);
        if (!closes) {
            throw unexpected("the end of the envelope", source);
        }
        while (!source.isAtEnd()) {
            if (!isBlank(source.readByte())) {
                throw unexpected("the end of the message", source);
            }
        }
    }

    /** What stands between the next angle brackets, without blanks at its end. */
    private static String nextTag(Source source) {
        int next = source.readByte();
        while (isBlank(next)) {
            next = source.readByte();
        }
        if (next != '<') {
            throw unexpected("a tag", source);
        }
        return upTo('>', source).stripTrailing();
    }

    private static String upTo(char end, Source source) {
        byte[] bytes = new byte[LONGEST];
        for (int length = 0; length < LONGEST; length++) {
            int next = source.readByte();
            if (next == end) {
                return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            }
            bytes[length] = (byte) next;
        }
        throw unexpected("a tag of at most " + LONGEST + " bytes", source);
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static ParleyException unexpected(String expected, Source source) {
        return ParleyException.malformed(expected, "something else", source.at("envelope"));
    }
}
