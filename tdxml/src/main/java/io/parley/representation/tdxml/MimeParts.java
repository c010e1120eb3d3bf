package io.parley.representation.tdxml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.binding.ObjectSizes;
import io.parley.representation.Source;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of a received package (RFC 2387; RFC 2046, section 5.1), located in its bytes. Trusts no declared length: parts
 * end at their boundary.
 */
final class MimeParts implements BinaryParts {
    private static final int MAX_HEADERS = 32;
    private static final int MAX_HEADER_BYTES = 8192;
    private static final Set<String> IDENTITY_ENCODINGS = Set.of("", "7bit", "8bit", "binary");
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i);\\s{0,8}boundary=(?:\"([^\"]{1,70})\"|([!-:<-~]{1,70}))");
    private static final Pattern START = Pattern.compile("(?i);\\s{0,8}start=\"?<?([!-;=?-~&&[^\"]]{1,256})>?\"?");
    private static final byte[] LINE = {'\r', '\n'};

    private final byte[] bytes;
    private final int end;
    private final Source source;
    private final Map<String, Span> parts = new LinkedHashMap<>();
    private final Set<String> taken = new HashSet<>();
    private String start = "";
    private int at;

    private record Span(int from, int to) {}

    private MimeParts(byte[] bytes, int end, Source source) {
        this.bytes = bytes;
        this.end = end;
        this.source = source;
    }

    /** Reads a package to the end of the source. */
    static MimeParts read(Source source) {
        Limits limits = source.limits();
        byte[] bytes = new byte[1024];
        int end = 0;
        for (int run = source.run(); run > 0; run = source.run()) {
            limits.check(Limit.MESSAGE_BYTES, (long) end + run, "package");
            if (bytes.length - end < run) {
                bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(end, run), (int) Math.min(1 << 30, 2L * end)));
            }
            source.readBytes(bytes, end, run);
            end += run;
        }
        MimeParts parts = new MimeParts(bytes, end, source);
        parts.parse();
        return parts;
    }

    /** Returns the root part of the package. */
    ByteBuf start() {
        Span table = parts.get(start);
        if (table == null) {
            throw unexpected("the part that the package names as its start");
        }
        taken.add(start);
        return Unpooled.wrappedBuffer(bytes, table.from(), table.to() - table.from());
    }

    @Override
    public Optional<String> put(String base64) {
        return Optional.empty();
    }

    @Override
    public Optional<byte[]> take(String value, String where) {
        if (!value.startsWith("cid:")) {
            return Optional.empty();
        }
        String id = decoded(value.substring(4), where);
        Span part = parts.get(id);
        if (part == null || !taken.add(id)) {
            throw ParleyException.malformed(
                    "a reference to a part of the package, each once", part == null ? "none" : "a second one", where);
        }
        return Optional.of(Arrays.copyOfRange(bytes, part.from(), part.to()));
    }

    private void parse() {
        Map<String, String> head = headers();
        String type = head.getOrDefault("content-type", "");
        Matcher boundary = BOUNDARY.matcher(type);
        if (!type.toLowerCase(Locale.ROOT).startsWith("multipart/related") || !boundary.find()) {
            throw unexpected("multipart/related with a boundary");
        }
        String found = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
        byte[] dashes = Tags.ascii("--" + found);
        Matcher named = START.matcher(type);
        start = named.find() ? named.group(1) : "";
        at -= LINE.length; // The first boundary may follow the headers directly; their last line end precedes it.
        at = skipTo(dashes);
        while (opensPart()) {
            part(dashes);
        }
    }

    /** Returns whether a part follows a boundary; two more dashes mean that none does. */
    private boolean opensPart() {
        if (at + 1 < end && bytes[at] == '-' && bytes[at + 1] == '-') {
            return false;
        }
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        expectLine();
        return true;
    }

    private void part(byte[] dashes) {
        source.spend(1, ObjectSizes.NODE, "package");
        Map<String, String> headers = headers();
        String encoding = headers.getOrDefault("content-transfer-encoding", "").toLowerCase(Locale.ROOT);
        if (!IDENTITY_ENCODINGS.contains(encoding)) {
            throw unexpected("parts in an identity transfer encoding");
        }
        String id = headers.getOrDefault("content-id", "");
        String bare = id.startsWith("<") && id.endsWith(">") ? id.substring(1, id.length() - 1) : id;
        int from = at;
        at -= LINE.length; // An empty part's boundary follows its headers' line end.
        int behind = skipTo(dashes);
        int to = Math.max(from, behind - dashes.length - LINE.length);
        if (start.isEmpty() && parts.isEmpty()) {
            start = bare;
        }
        if (parts.put(bare, new Span(from, to)) != null) {
            throw unexpected("each Content-ID once");
        }
        at = behind;
    }

    /** Returns the position after the next boundary that begins a line. */
    private int skipTo(byte[] dashes) {
        for (int i = at; i + LINE.length + dashes.length <= end; i++) {
            if (bytes[i] == '\r' && startsWith(i, LINE) && startsWith(i + LINE.length, dashes)) {
                return i + LINE.length + dashes.length;
            }
        }
        throw unexpected("a boundary after each part");
    }

    private boolean startsWith(int from, byte[] expected) {
        return Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
    }

    /** Reads headers, with names in lower case; leaves the position after the empty line. */
    private Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        int first = at;
        String name = "";
        for (String line = line(first); !line.isEmpty(); line = line(first)) {
            if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                headers.merge(name, line.strip(), (value, more) -> value + " " + more);
                continue;
            }
            int colon = line.indexOf(':');
            name = colon < 1 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).strip();
            if (name.isEmpty() || headers.size() == MAX_HEADERS || headers.put(name, value) != null) {
                throw unexpected("at most " + MAX_HEADERS + " headers, each once");
            }
        }
        return headers;
    }

    private String line(int first) {
        int from = at;
        while (at < end && bytes[at] != '\r') {
            at++;
        }
        if (at - first > MAX_HEADER_BYTES) {
            throw unexpected("headers of at most " + MAX_HEADER_BYTES + " bytes");
        }
        String line = new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
        expectLine();
        return line;
    }

    private void expectLine() {
        if (at + LINE.length > end || !startsWith(at, LINE)) {
            throw unexpected("a line end");
        }
        at += LINE.length;
    }

    /** Decodes a percent-encoded Content-ID (RFC 2392). */
    private static String decoded(String id, String where) {
        try {
            return URLDecoder.decode(id.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ParleyException(
                    ErrorCode.MALFORMED_MESSAGE, where + ": expected a percent-encoded Content-ID, found another", e);
        }
    }

    private ParleyException unexpected(String expected) {
        return ParleyException.malformed(expected, "something else", "package, byte " + at);
    }
}
