package io.parley.representation.tdxml;

import io.parley.ParleyException;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Opening tag of an envelope outside XML; its prefix need not be declared.
 *
 * @param envelope its name without prefix
 * @param schema digest of the agreed schema; empty for none
 * @param part number of the agreed part; empty for none
 */
record OpeningTag(String envelope, String schema, String part) {
    private static final int MAX_TAG_BYTES = 512;
    /** Initial buffer for a tag; longer ones are rare. */
    private static final int INITIAL_BYTES = 64;

    private static final String REST_OF_LONG_NAME = Tags.LONG_ENVELOPE.substring(Tags.ENVELOPE.length());
    private static final String ATTRIBUTES = "the attributes of an envelope";
    private static final int MAX_NAME = 32;
    private static final String PREFIX = Tags.PREFIX + ":";
    /** Closing tag of nearly all tables. */
    private static final byte[] CLOSING = Tags.ascii("</" + PREFIX + Tags.ENVELOPE + ">");

    private static final String DECLARATION = "xmlns:" + Tags.PREFIX;

    /** Reads the rest of a tag after {@link Tags#OPENING}, up to its end. */
    static OpeningTag read(Source source) {
        String rest = upTo('>', source);
        boolean isLong = rest.startsWith(REST_OF_LONG_NAME);
        return new Attributes(rest, isLong ? REST_OF_LONG_NAME.length() : 0, source).of(isLong);
    }

    /** Parser of a tag's attributes, each at most once: a name, an equals sign and a quoted value. */
    private static final class Attributes {
        private final String tag;
        private final Source source;
        private int at;
        private @Nullable String declared;
        private @Nullable String schema;
        private @Nullable String part;

        Attributes(String tag, int from, Source source) {
            this.tag = tag;
            this.at = from;
            this.source = source;
        }

        OpeningTag of(boolean isLong) {
            while (blanks() && at < tag.length()) {
                attribute();
            }
            if (at < tag.length() || (declared != null && !declared.equals(Tags.NAMESPACE))) {
                throw unexpected(ATTRIBUTES, source);
            }
            return new OpeningTag(
                    isLong ? Tags.LONG_ENVELOPE : Tags.ENVELOPE,
                    schema == null ? "" : schema,
                    part == null ? "" : part);
        }

        private void attribute() {
            int from = at;
            while (at < tag.length() && at - from < MAX_NAME && isNameCharacter(tag.charAt(at))) {
                at++;
            }
            String name = tag.substring(from, at);
            blanks();
            if (at == tag.length() || tag.charAt(at++) != '=') {
                throw unexpected(ATTRIBUTES, source);
            }
            blanks();
            String value = quoted();
            switch (name) {
                case DECLARATION -> declared = once(declared, value);
                case Tags.SCHEMA_ATTRIBUTE -> schema = once(schema, value);
                case Tags.PART_ATTRIBUTE -> part = once(part, value);
                default -> throw unexpected(ATTRIBUTES, source);
            }
        }

        private String once(@Nullable String before, String value) {
            if (before != null) {
                throw unexpected("each attribute once", source);
            }
            return value;
        }

        private String quoted() {
            char quote = at < tag.length() ? tag.charAt(at) : ' ';
            int end = quote == '"' || quote == '\'' ? tag.indexOf(quote, at + 1) : -1;
            if (end < 0) {
                throw unexpected(ATTRIBUTES, source);
            }
            String value = tag.substring(at + 1, end);
            if (value.indexOf('<') >= 0 || value.indexOf('&') >= 0) {
                throw unexpected(ATTRIBUTES, source);
            }
            at = end + 1;
            return value;
        }

        /** Skips blanks and returns whether there were any. */
        private boolean blanks() {
            int from = at;
            while (at < tag.length() && isBlank(tag.charAt(at))) {
                at++;
            }
            return at > from;
        }

        private static boolean isNameCharacter(char c) {
            return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ':';
        }
    }

    /** Reads the opening tag of a table; returns its name. */
    static String expectTable(Source source) {
        return expect(source, Tags.TABLE, Tags.LONG_TABLE);
    }

    /** Reads blanks and an opening tag with one of these names; returns the name. */
    static String expect(Source source, String... names) {
        String tag = nextTag(source);
        for (String name : names) {
            if (tag.startsWith(PREFIX)
                    && tag.startsWith(name, PREFIX.length())
                    && tag.length() == PREFIX.length() + name.length()) {
                return name;
            }
        }
        throw unexpected("the tag " + PREFIX + names[0], source);
    }

    /** Reads the closing tag of an envelope, and blanks up to the end of the message. */
    static void expectEnd(Source source) {
        if (!source.pass(CLOSING)) {
            String tag = nextTag(source);
            boolean closes = tag.equals("/" + PREFIX + Tags.ENVELOPE) || tag.equals("/" + PREFIX + Tags.LONG_ENVELOPE);
            if (!closes) {
                throw unexpected("the end of the envelope", source);
            }
        }
        while (!source.isAtEnd()) {
            if (!isBlank(source.readByte())) {
                throw unexpected("the end of the message", source);
            }
        }
    }

    /** Reads the text between the next angle brackets, without trailing blanks. */
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
        byte[] bytes = new byte[INITIAL_BYTES];
        for (int length = 0; length < MAX_TAG_BYTES; length++) {
            int next = source.readByte();
            if (next == end) {
                return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, MAX_TAG_BYTES);
            }
            bytes[length] = (byte) next;
        }
        throw unexpected("a tag of at most " + MAX_TAG_BYTES + " bytes", source);
    }

    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static ParleyException unexpected(String expected, Source source) {
        return ParleyException.malformed(expected, "something else", source.at("envelope"));
    }
}
