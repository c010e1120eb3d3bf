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
 * The head of a message on a session: the values that SOAP's transport has beside the envelope. It comes first in the
 * content of every message (docs/protocol/framing.md, 5.5): version, status, action, transport headers, numbers of the other
 * direction's static headers that were kept, and attachments.
 *
 * <p>Texts are at most {@value #MAX_TEXT} bytes and headers at most {@value #MAX_HEADERS}, both fixed by the protocol.
 * Names are HTTP tokens and values free of control characters, so that a head can never smuggle a line into a log or
 * another transport.
 *
 * @param action the SOAP action, or empty
 * @param status the status a response would have over HTTP; 0 in requests
 * @param headers transport headers in order; names may repeat
 * @param representation index of the content's representation among the agreed ones: 0 is the usual one
 * @param kept numbers of static headers that the sender has kept since its last message
 * @param attachments in the order of the message
 */
public record SoapHead(
        SoapVersion version,
        String action,
        int status,
        List<Header> headers,
        int representation,
        List<Integer> kept,
        List<SoapAttachment> attachments) {
    /** Most bytes of one text. */
    public static final int MAX_TEXT = 8 * 1024;
    /** Most headers. */
    public static final int MAX_HEADERS = 64;

    private static final int CHUNK_BYTES = 1024;

    /** Greatest length of a text that needs no check: no UTF-16 unit takes more than three bytes. */
    private static final int SURELY_FITS = MAX_TEXT / 3;

    private static final int MAX_STATUS = 599;
    /** Flag in the byte of the version: numbers of kept headers follow the transport headers. */
    private static final int KEPT = 0x10;
    /** Likewise: the number of a representation follows the status. */
    private static final int CHOSEN = 0x20;
    /** Likewise: attachments follow all else. */
    private static final int ATTACHED = 0x40;
    /** Most representations that can be agreed on. */
    private static final int MAX_REPRESENTATIONS = 32;

    private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

    private static final int USUAL_STATUS = 200;
    /** Head of most answers. */
    private static final SoapHead USUAL_1_1 = response(SoapVersion.V1_1, USUAL_STATUS, List.of());

    private static final SoapHead USUAL_1_2 = response(SoapVersion.V1_2, USUAL_STATUS, List.of());

    /** A transport header. */
    public record Header(String name, String value) {}

    public SoapHead {
        headers = List.copyOf(headers);
        kept = List.copyOf(kept);
        attachments = List.copyOf(attachments);
    }

    /** A head that acknowledges nothing and has no attachments. */
    public SoapHead(SoapVersion version, String action, int status, List<Header> headers) {
        this(version, action, status, headers, 0, List.of(), List.of());
    }

    /** The head of a request. */
    public static SoapHead request(SoapVersion version, String action, List<Header> headers) {
        return new SoapHead(version, action, 0, headers);
    }

    /** The head of a response or fault. */
    public static SoapHead response(SoapVersion version, int status, List<Header> headers) {
        return new SoapHead(version, "", status, headers);
    }

    /** The same, acknowledging static headers. */
    public SoapHead acknowledging(List<Integer> numbers) {
        return numbers.isEmpty()
                ? this
                : new SoapHead(version, action, status, headers, representation, numbers, attachments);
    }

    /** The same, with attachments. */
    public SoapHead attaching(List<SoapAttachment> attached) {
        return attached.isEmpty()
                ? this
                : new SoapHead(version, action, status, headers, representation, kept, attached);
    }

    /** The same, before content in another of the agreed representations. */
    public SoapHead chosen(int number) {
        return number == representation
                ? this
                : new SoapHead(version, action, status, headers, number, kept, attachments);
    }

    /**
     * Checks what a request brings beside its envelope: everything that was checked when the session was negotiated, by filters
     * and proxies too, cannot be said anew.
     *
     * @throws ParleyException {@code MALFORMED_MESSAGE} for transport headers that are not of tracing
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
     * Writes it. Long attachments are given to the sink's side streams.
     *
     * @throws ParleyException {@code ENCODING} if a text, the number of headers or that of attachments is more than a head
     *     can carry, or an attachment cannot be read
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

    /** The bytes that {@link #write} writes; of a head without attachments. */
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
     * Reads what {@link #write} wrote.
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
        boolean plain = status == USUAL_STATUS && first == version.number() && action.isEmpty() && headers.isEmpty();
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

    /** Reads the index of the representation; whether the agreement has so many is checked by the caller. */
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

    /** Reads the numbers of kept headers; whether they were issued is checked by their issuer. */
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
                && (text.length() <= SURELY_FITS || text.getBytes(StandardCharsets.UTF_8).length <= MAX_TEXT);
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
            if (!isTokenSign(name.charAt(i))) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    private static boolean isTokenSign(int sign) {
        return (sign >= 'a' && sign <= 'z')
                || (sign >= 'A' && sign <= 'Z')
                || (sign >= '0' && sign <= '9')
                || TOKEN_SIGNS.indexOf(sign) >= 0;
    }

    static boolean isClean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char sign = text.charAt(i);
            if ((sign < 0x20 && sign != '\t') || sign == 0x7F) {
                return false;
            }
        }
        return true;
    }
}
