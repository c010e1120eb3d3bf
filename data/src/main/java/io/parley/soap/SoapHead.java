package io.parley.soap;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.ParleyException;
import io.parley.representation.Sink;
import io.parley.representation.Source;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The head of a message on a session: the values that a SOAP transport carries beside the envelope. It is the first
 * part of every message's content (docs/protocol/framing.md, 5.5): version, status, action, transport headers,
 * acknowledged numbers of the other direction's static headers, and attachments.
 *
 * <p>Texts are at most {@value #MAX_TEXT} bytes and headers at most {@value #MAX_HEADERS}, both fixed by the protocol.
 * Names are HTTP tokens and values free of control characters, so that a head cannot inject lines into a log or another
 * transport.
 *
 * @param action the SOAP action, or empty
 * @param status the HTTP status of a response; 0 in requests
 * @param headers transport headers in order; names may repeat
 * @param representation index of the content's representation among the agreed ones; 0 is the default
 * @param kept numbers of static headers that the sender has stored since its last message
 * @param attachments attachments in order
 */
public record SoapHead(
        SoapVersion version,
        String action,
        int status,
        List<Header> headers,
        int representation,
        List<Integer> kept,
        List<SoapAttachment> attachments) {
    /** Greatest length of a text in bytes. */
    public static final int MAX_TEXT = 8 * 1024;
    /** Greatest number of transport headers. */
    public static final int MAX_HEADERS = 64;

    private static final int CHUNK_BYTES = 1024;

    /** Greatest length of a text that certainly fits: a char takes at most three bytes. */
    private static final int MAX_UNCHECKED_CHARS = MAX_TEXT / 3;

    private static final int MAX_STATUS = 599;
    /** Flag in the version byte: numbers of stored static headers follow the transport headers. */
    private static final int KEPT = 0x10;
    /** Flag in the version byte: the number of a representation follows the status. */
    private static final int CHOSEN = 0x20;
    /** Flag in the version byte: attachments follow at the end. */
    private static final int ATTACHED = 0x40;
    /** Greatest number of representations in an agreement. */
    private static final int MAX_REPRESENTATIONS = 32;

    private static final String TOKEN_PUNCTUATION = "!#$%&'*+-.^_`|~";

    private static final int OK = 200;
    /** Heads of most responses. */
    private static final SoapHead USUAL_1_1 = response(SoapVersion.V1_1, OK, List.of());

    private static final SoapHead USUAL_1_2 = response(SoapVersion.V1_2, OK, List.of());

    /** A transport header. */
    public record Header(String name, String value) {}

    public SoapHead {
        headers = List.copyOf(headers);
        kept = List.copyOf(kept);
        attachments = List.copyOf(attachments);
    }

    /** Creates a head that acknowledges nothing and has no attachments. */
    public SoapHead(SoapVersion version, String action, int status, List<Header> headers) {
        this(version, action, status, headers, 0, List.of(), List.of());
    }

    /** Returns the head of a request. */
    public static SoapHead request(SoapVersion version, String action, List<Header> headers) {
        return new SoapHead(version, action, 0, headers);
    }

    /** Returns the head of a response or fault. */
    public static SoapHead response(SoapVersion version, int status, List<Header> headers) {
        return new SoapHead(version, "", status, headers);
    }

    /** Returns this head with acknowledged static headers. */
    public SoapHead acknowledging(List<Integer> numbers) {
        return numbers.isEmpty()
                ? this
                : new SoapHead(version, action, status, headers, representation, numbers, attachments);
    }

    /** Returns this head with attachments. */
    public SoapHead attaching(List<SoapAttachment> attached) {
        return attached.isEmpty()
                ? this
                : new SoapHead(version, action, status, headers, representation, kept, attached);
    }

    /** Returns this head for content in another of the agreed representations. */
    public SoapHead chosen(int number) {
        return number == representation
                ? this
                : new SoapHead(version, action, status, headers, number, kept, attachments);
    }

    /**
     * Checks the transport headers of a request. Only trace headers are allowed: all others were checked by filters and
     * proxies when the session was negotiated, and must not be changed afterwards.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} for transport headers other than trace headers
     */
    public void checkRequest() {
        for (Header header : headers) {
            if (!TraceHeaders.contains(header.name())) {
                throw ParleyException.malformed(
                        "no transport headers of a request but those of tracing", "another", "head");
            }
        }
    }

    /**
     * Writes this head. Long attachments are added to the sink's side streams.
     *
     * @throws ParleyException {@code ENCODING} if a text, the number of headers or the number of attachments exceeds a
     *     limit, or an attachment cannot be read
     */
    public void write(Sink sink) {
        checkWritable();
        sink.writeByte(version.number() | flags());
        sink.writeVarint(status);
        if (representation != 0) {
            sink.writeVarint(representation);
        }
        sink.writeString(action);
        sink.writeVarint(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            sink.writeString(headers.get(i).name);
            sink.writeString(headers.get(i).value);
        }
        if (!kept.isEmpty()) {
            sink.writeVarint(kept.size());
            kept.forEach(sink::writeVarint);
        }
        if (!attachments.isEmpty()) {
            SoapAttachments.write(attachments, sink);
        }
    }

    /** Returns the bytes that {@link #write} writes. Not for heads with attachments. */
    public byte[] bytes() {
        ByteBuf whole = Unpooled.buffer();
        Sink sink = new Sink(UnpooledByteBufAllocator.DEFAULT, CHUNK_BYTES, (chunk, last) -> {
            whole.writeBytes(chunk);
            chunk.release();
        });
        try {
            write(sink);
            sink.finish();
        } finally {
            sink.discard();
        }
        return ByteBufUtil.getBytes(whole);
    }

    private int flags() {
        return (kept.isEmpty() ? 0 : KEPT)
                | (representation == 0 ? 0 : CHOSEN)
                | (attachments.isEmpty() ? 0 : ATTACHED);
    }

    /**
     * Reads a head as {@link #write} writes it.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} or {@code LIMIT}
     */
    public static SoapHead read(Source source) {
        int first = source.readByte();
        SoapVersion version = version(first & ~(KEPT | CHOSEN | ATTACHED), source);
        long status = source.readVarint();
        if (status < 0 || status > MAX_STATUS) {
            throw ParleyException.malformed(
                    "a status of 0 to " + MAX_STATUS, Long.toUnsignedString(status), source.at("head"));
        }
        int representation = (first & CHOSEN) == 0 ? 0 : readChosen(source);
        String action = readText(source, "head, action");
        if (!isClean(action)) {
            throw ParleyException.malformed("no control characters", "some", source.at("head, action"));
        }
        int count = source.readCount(2, "head, headers");
        List<Header> headers = count == 0 ? List.of() : readHeaders(count, source);
        List<Integer> kept = (first & KEPT) == 0 ? List.of() : readKept(source);
        List<SoapAttachment> attachments = (first & ATTACHED) == 0 ? List.of() : SoapAttachments.read(source);
        boolean plain = status == OK && first == version.number() && action.isEmpty() && headers.isEmpty();
        return plain
                ? usual(version)
                : new SoapHead(version, action, (int) status, headers, representation, kept, attachments);
    }

    private static SoapHead usual(SoapVersion version) {
        return version == SoapVersion.V1_1 ? USUAL_1_1 : USUAL_1_2;
    }

    static List<Header> readHeaders(int count, Source source) {
        if (count > MAX_HEADERS) {
            throw tooMany("headers", MAX_HEADERS, count, source);
        }
        List<Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            headers.add(readHeader(source));
        }
        return headers;
    }

    /** Reads the index of the representation. The caller checks it against the agreement. */
    private static int readChosen(Source source) {
        long number = source.readVarint();
        if (number < 1 || number >= MAX_REPRESENTATIONS) {
            throw ParleyException.malformed(
                    "the number of a representation, 1 to " + (MAX_REPRESENTATIONS - 1),
                    Long.toUnsignedString(number),
                    source.at("head"));
        }
        return (int) number;
    }

    /** Reads the numbers of stored static headers. Their issuer checks whether they were issued. */
    private static List<Integer> readKept(Source source) {
        int count = source.readCount(1, "head, kept headers");
        int most = source.limits().getInt(Limit.STATIC_HEADERS);
        if (count == 0 || count > most) {
            throw ParleyException.malformed("1 to " + most + " numbers", String.valueOf(count), source.at("head"));
        }
        List<Integer> kept = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long number = source.readVarint();
            if (number < 1 || number > most) {
                throw ParleyException.malformed(
                        "a number of 1 to " + most, Long.toUnsignedString(number), source.at("head, kept headers"));
            }
            kept.add((int) number);
        }
        return kept;
    }

    private void checkWritable() {
        if (!fits(headers) || status < 0 || status > MAX_STATUS || !fits(action)) {
            throw new ParleyException(
                    ErrorCode.ENCODING,
                    "head of the message: expected at most " + MAX_HEADERS
                            + " headers, tokens as names, texts of at most "
                            + MAX_TEXT + " bytes without control characters and a status of at most " + MAX_STATUS
                            + "; send the call by SOAP or drop the header");
        }
    }

    static boolean fits(List<Header> headers) {
        boolean fits = headers.size() <= MAX_HEADERS;
        for (int i = 0; i < headers.size(); i++) {
            Header header = headers.get(i);
            fits = fits && isToken(header.name) && fits(header.name) && fits(header.value);
        }
        return fits;
    }

    static boolean fits(String text) {
        return text.length() <= MAX_TEXT
                && isClean(text)
                && (text.length() <= MAX_UNCHECKED_CHARS || text.getBytes(StandardCharsets.UTF_8).length <= MAX_TEXT);
    }

    private static SoapVersion version(int number, Source source) {
        return switch (number) {
            case 1 -> SoapVersion.V1_1;
            case 2 -> SoapVersion.V1_2;
            default ->
                throw ParleyException.malformed("SOAP version 1 or 2", String.valueOf(number), source.at("head"));
        };
    }

    private static Header readHeader(Source source) {
        String name = readText(source, "head, header name");
        if (!isToken(name)) {
            throw ParleyException.malformed("an HTTP token", "other characters", source.at("head, header name"));
        }
        String value = readText(source, "head, header value");
        if (!isClean(value)) {
            throw ParleyException.malformed("no control characters", "some", source.at("head, header value"));
        }
        return new Header(name, value);
    }

    static String readText(Source source, String where) {
        int length = source.readLength(Limit.STRING_BYTES, where);
        if (length > MAX_TEXT) {
            throw tooMany("bytes", MAX_TEXT, length, source);
        }
        return source.readText(length, where);
    }

    static ParleyException tooMany(String what, int allowed, long found, Source source) {
        return new ParleyException(
                ErrorCode.LIMIT,
                source.at("head") + ": expected at most " + allowed + " " + what + ", found " + found
                        + "; the protocol fixes this");
    }

    private static boolean isToken(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isTokenChar(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isTokenChar(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || TOKEN_PUNCTUATION.indexOf(c) >= 0;
    }

    static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < 0x20 && c != '\t') || c == 0x7F) {
                return false;
            }
        }
        return true;
    }
}
