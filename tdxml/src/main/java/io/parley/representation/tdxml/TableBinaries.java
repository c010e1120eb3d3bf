package io.parley.representation.tdxml;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.UnexpectedObject;
import io.parley.binding.Binary;
import io.parley.binding.ReceivedBinary;
import io.parley.layout.Scalar;
import io.parley.layout.SimpleLayout;
import io.parley.representation.ReceivedBinaries;
import io.parley.representation.SentBinary;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Binaries in the rows of a part (docs/reference/tdxml.md, "Binaries"): as Base64, or as a reference to a side stream.
 * The reading methods are used for one part, by one thread at a time.
 */
final class TableBinaries {
    private static final String SCHEME = "cid:";
    private static final String DOMAIN = "@beside";
    private static final Pattern REFERENCE =
            Pattern.compile("cid:(0|[1-9][0-9]{0,8})@beside(?: ([^ ]{0,9216}) ([^ ]{0,9216}))?");

    private final Source source;
    private final ReceivedBinaries received;
    private Map<Integer, ReceivedBinary> taken = Map.of();
    private Set<Integer> used = Set.of();

    TableBinaries(Source source) {
        this.source = source;
        this.received = new ReceivedBinaries(source);
    }

    /** Returns whether rows of that type may refer to side streams. */
    static boolean mayBeBeside(SimpleLayout type) {
        return type.scalar() == Scalar.BASE64_BINARY && !type.list() && type.fixedBytes() == 0;
    }

    /** Writes the row of a {@code byte[]} or {@link Binary}. */
    static void write(Object value, TableWriter table, Sink sink, String path) {
        Binary binary;
        if (value instanceof byte[] bytes) {
            if (bytes.length <= SentBinary.INLINE_BYTES) {
                table.text(Base64.getEncoder().encodeToString(bytes));
                return;
            }
            binary = new Whole(bytes);
        } else if (value instanceof Binary given) {
            binary = given;
        } else {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    path + ": expected bytes or a binary, found an object of another class",
                    UnexpectedObject.of(value));
        }
        SentBinary.write(binary, sink, path, new Row(binary, table));
    }

    /** Restarts a part, which is read again from its start: references may be resolved once more. */
    void begin() {
        used = Set.of();
    }

    /** Returns whether a value refers to a side stream. */
    static boolean isReference(String value) {
        return value.startsWith(SCHEME);
    }

    /**
     * Resolves a reference to a side stream.
     *
     * @param reference the value of the row
     * @param asItIs true if the owner reads the pending content itself; if false, it is read here, to its end
     * @param where the row, for errors
     */
    Object take(String reference, boolean asItIs, String where) {
        Matcher parsed = REFERENCE.matcher(reference);
        if (!parsed.matches()) {
            throw ParleyException.malformed("a reference such as cid:0" + DOMAIN, "another text", where);
        }
        int number = Integer.parseInt(parsed.group(1));
        used = used.isEmpty() ? new HashSet<>() : used;
        taken = taken.isEmpty() ? new HashMap<>() : taken;
        if (!used.add(number)) {
            throw ParleyException.malformed("a reference to a side stream once", "a second one", where);
        }
        ReceivedBinary binary = taken.get(number);
        if (binary == null) {
            String type = description(parsed.group(2), where);
            String name = description(parsed.group(3), where);
            InputStream beside = source.sides().take(number, where);
            binary = ReceivedBinary.of(beside, type, name, source.limits().get(io.parley.Limit.STRING_BYTES));
            taken.put(number, binary);
        }
        Object settled = received.settle(binary, asItIs);
        if (settled instanceof byte[] bytes) {
            taken.put(number, ReceivedBinary.of(bytes, binary.contentType(), binary.name()));
        }
        return settled;
    }

    /** Keeps pending content in memory, because it is read twice. */
    void hold() {
        received.hold();
    }

    /** Drops the received binaries, because the part cannot be read. */
    void discard() {
        received.discard();
    }

    private static String description(@org.jspecify.annotations.Nullable String encoded, String where) {
        if (encoded == null || encoded.isEmpty()) {
            return "";
        }
        try {
            String text = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
            if (SentBinary.isPrintable(text)) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, where + ": expected percent-encoded text, found other", e);
        }
        throw ParleyException.malformed(
                "a content type or name of at most " + SentBinary.MOST_CHARS
                        + " characters, none of them a control character",
                "another",
                where);
    }

    private record Row(Binary binary, TableWriter table) implements SentBinary.Form {
        @Override
        public void inline(byte[] content) {
            table.text(Base64.getEncoder().encodeToString(content));
        }

        @Override
        public void beside(int number) {
            String described = encoded(binary.contentType()) + " " + encoded(binary.name());
            table.text(SCHEME + number + DOMAIN + (described.isBlank() ? "" : " " + described));
        }

        private static String encoded(String text) {
            return URLEncoder.encode(SentBinary.printable(text), StandardCharsets.UTF_8)
                    .replace("+", "%20");
        }
    }

    /** Binary that consists of bytes in memory, without a name or type. */
    private static final class Whole implements Binary {
        private final byte[] bytes;

        Whole(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public String contentType() {
            return "";
        }

        @Override
        public String name() {
            return "";
        }

        @Override
        public boolean isReadOnce() {
            return false;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
