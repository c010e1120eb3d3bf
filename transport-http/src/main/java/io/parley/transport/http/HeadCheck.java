package io.parley.transport.http;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.parley.ErrorCode;
import java.util.List;
import java.util.Locale;

/**
 * Validates the head of a request before it is acted on (RFC 9112): an ambiguous head, or one for another site, is
 * refused and never repaired. Refusals contain what was expected and nothing of the request.
 */
final class HeadCheck {
    private static final int BAD = 400;
    private static final int URI_TOO_LONG = 414;
    private static final int HEADERS_TOO_LONG = 431;
    private static final int NOT_IMPLEMENTED = 501;
    private static final int VERSION_NOT_SUPPORTED = 505;
    private static final int MAX_HEADERS = 100;
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";

    private HeadCheck() {}

    /**
     * Returns the target of a valid request: its path and query.
     *
     * @throws HttpRefusal if the head is not valid
     */
    static String target(HttpRequest request) throws HttpRefusal {
        if (request.decoderResult().isFailure()) {
            throw undecoded(request.decoderResult().cause());
        }
        version(request.protocolVersion());
        if (request.headers().size() > MAX_HEADERS) {
            throw new HttpRefusal(
                    HEADERS_TOO_LONG, ErrorCode.LIMIT, "expected at most " + MAX_HEADERS + " headers, found more");
        }
        host(request);
        framing(request);
        return path(request.uri());
    }

    /** Returns the refusal of a request that the decoder could not parse. */
    static HttpRefusal undecoded(Throwable cause) {
        if (!(cause instanceof TooLongFrameException)) {
            return new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected a request by RFC 9112, found another form");
        }
        // The subclasses of TooLongFrameException are named after the part that is too long.
        boolean line = cause.getClass().getSimpleName().contains("Line");
        return line
                ? new HttpRefusal(
                        URI_TOO_LONG,
                        ErrorCode.LIMIT,
                        "expected a first line of at most " + StrictDecoder.MAX_LINE_BYTES + " bytes")
                : new HttpRefusal(
                        HEADERS_TOO_LONG,
                        ErrorCode.LIMIT,
                        "expected headers of at most " + StrictDecoder.MAX_HEADER_BYTES + " bytes");
    }

    private static void version(HttpVersion version) throws HttpRefusal {
        if (!version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0)) {
            throw new HttpRefusal(VERSION_NOT_SUPPORTED, ErrorCode.VERSION, "expected HTTP/1.1 or HTTP/1.0");
        }
    }

    /** Checks for exactly one Host header, optional in HTTP/1.0 (RFC 9112, section 3.2). */
    private static void host(HttpRequest request) throws HttpRefusal {
        int hosts = request.headers().getAll(HttpHeaderNames.HOST).size();
        boolean needed = request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (hosts > 1 || (needed && hosts == 0)) {
            throw new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected one header Host, found " + hosts);
        }
    }

    /** Checks that the end of the body is unambiguous (RFC 9112, sections 6.1 and 6.3). */
    private static void framing(HttpRequest request) throws HttpRefusal {
        List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (codings.isEmpty()) {
            return;
        }
        if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)
                || request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)) {
            throw new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected either a length or chunks of HTTP/1.1");
        }
        boolean chunked = codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.get(0));
        if (!chunked) {
            throw new HttpRefusal(NOT_IMPLEMENTED, ErrorCode.PROTOCOL, "expected no transfer coding but chunked");
        }
    }

    /**
     * Returns the path of a target; the authority of an absolute form is ignored, since the server has one site (RFC
     * 9112, section 3.2.2).
     */
    private static String path(String uri) throws HttpRefusal {
        String lower = uri.substring(0, Math.min(uri.length(), HTTPS.length())).toLowerCase(Locale.ROOT);
        int scheme = lower.startsWith(HTTPS) ? HTTPS.length() : lower.startsWith(HTTP) ? HTTP.length() : 0;
        int slash = scheme == 0 ? 0 : uri.indexOf('/', scheme);
        String target = slash < 0 ? "/" : uri.substring(slash);
        if (!target.startsWith("/")) {
            throw new HttpRefusal(BAD, ErrorCode.PROTOCOL, "expected a target that begins with a slash");
        }
        return target;
    }
}
