package io.parley.endpoint.negotiated;

import io.parley.ErrorCode;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.ParleyException;
import io.parley.representation.Source;
import io.parley.soap.SoapEnvelope;
import io.parley.soap.SoapVersion;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Content type of a SOAP message (SOAP 1.1, section 6.1; RFC 3902 for SOAP 1.2).
 *
 * @param version of the media type
 * @param action parameter of SOAP 1.2, without quotes; empty if there is none
 * @param charset encoding of the message; empty for UTF-8 and UTF-16, which a parser detects, also from a byte order
 *     mark, which has precedence (RFC 7303, section 3.3)
 */
public record SoapMediaType(SoapVersion version, String action, Optional<Charset> charset) {
    private static final Set<String> DETECTED = Set.of("", "utf-8", "utf-16", "us-ascii");
    /**
     * Encodings of older clients. Others, such as UTF-7 and EBCDIC, could hide content from filters before the service.
     */
    private static final Pattern NAMED = Pattern.compile("iso-8859-\\d{1,2}|windows-125\\d|utf-16(be|le)");

    /**
     * Parses a content type.
     *
     * @param type null if there is none
     * @throws ParleyException {@code PROTOCOL} if it is not of SOAP, or in an unknown encoding
     */
    public static SoapMediaType of(@Nullable String type) {
        String bare = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        Optional<Charset> charset = charset(parameter(type, "charset").toLowerCase(Locale.ROOT));
        return switch (bare) {
            case "text/xml" -> new SoapMediaType(SoapVersion.V1_1, "", charset);
            case "application/soap+xml" -> new SoapMediaType(SoapVersion.V1_2, parameter(type, "action"), charset);
            default ->
                throw new ParleyException(
                        ErrorCode.PROTOCOL, "expected the media type text/xml or application/soap+xml");
        };
    }

    /** Returns the type of a message that was received as characters, to which a charset says nothing. */
    public SoapMediaType ofText() {
        return new SoapMediaType(version, action, Optional.empty());
    }

    private static Optional<Charset> charset(String name) {
        if (DETECTED.contains(name)) {
            return Optional.empty();
        }
        if (!NAMED.matcher(name).matches() || !Charset.isSupported(name)) {
            throw new ParleyException(
                    ErrorCode.PROTOCOL,
                    "expected the charset utf-8, utf-16, us-ascii, iso-8859-x or windows-125x, found another");
        }
        return Optional.of(Charset.forName(name));
    }

    /**
     * Reads a message of this type up to the content of its body.
     *
     * @throws ParleyException as {@link SoapEnvelope#read(InputStream, Limits, Limit, Source.Heap)}
     */
    public SoapEnvelope envelope(InputStream bytes, Limits limits, Source.Heap heap) {
        return SoapEnvelope.read(bytes, charset.orElse(null), limits, Limit.MESSAGE_BYTES, heap);
    }

    /** Returns the content type of messages with an action, which is a parameter of SOAP 1.2 only. */
    public static String text(SoapVersion version, String action) {
        String parameter = version == SoapVersion.V1_1 || action.isEmpty() ? "" : "; action=\"" + action + '"';
        return version.contentType() + parameter;
    }

    /** Returns a value without the quotes around it. */
    public static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    /** Returns the value of a parameter; empty if it is absent. */
    private static String parameter(@Nullable String type, String name) {
        String rest = type == null ? "" : type;
        for (int at = rest.indexOf(';'); at >= 0; at = rest.indexOf(';')) {
            rest = rest.substring(at + 1).strip();
            if (rest.regionMatches(true, 0, name + "=", 0, name.length() + 1)) {
                return value(rest.substring(name.length() + 1));
            }
        }
        return "";
    }

    private static String value(String text) {
        if (text.startsWith("\"")) {
            int end = text.indexOf('"', 1);
            return end < 0 ? "" : text.substring(1, end);
        }
        return text.split(";", 2)[0].strip();
    }
}
