package io.parley.endpoint.negotiated;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.soap.SoapVersion;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Content type of a SOAP message (SOAP 1.1, section 6.1; RFC 3902 for SOAP 1.2).
 *
 * @param version of the media type
 * @param action parameter of SOAP 1.2, without quotes; empty if there is none
 */
public record SoapMediaType(SoapVersion version, String action) {
    /**
     * Parses a content type.
     *
     * @param type null if there is none
     * @throws ParleyException {@code PROTOCOL} if it is not of SOAP, or in an encoding that the parser does not detect
     *     by itself
     */
    public static SoapMediaType of(@Nullable String type) {
        String bare = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String charset = parameter(type, "charset").toLowerCase(Locale.ROOT);
        if (!charset.isEmpty() && !charset.equals("utf-8") && !charset.equals("us-ascii")) {
            throw new ParleyException(ErrorCode.PROTOCOL, "expected the charset UTF-8, found another");
        }
        return switch (bare) {
            case "text/xml" -> new SoapMediaType(SoapVersion.V1_1, "");
            case "application/soap+xml" -> new SoapMediaType(SoapVersion.V1_2, parameter(type, "action"));
            default ->
                throw new ParleyException(
                        ErrorCode.PROTOCOL, "expected the media type text/xml or application/soap+xml");
        };
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
