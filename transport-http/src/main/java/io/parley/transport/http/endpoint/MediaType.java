package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Content type of a SOAP request (SOAP 1.1, section 6.1; RFC 3902 for SOAP 1.2).
 *
 * @param version of the response, if the envelope shows no other
 * @param action without quotes; empty if there is none
 */
record MediaType(SoapVersion version, String action) {
    /**
     * Parses the headers of a request.
     *
     * @throws HttpRefusal if they are not of SOAP, or in an encoding that the parser does not detect by itself
     */
    static MediaType of(RequestHead head) throws HttpRefusal {
        String type = head.header("Content-Type");
        String bare = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String charset = parameter(type, "charset").toLowerCase(Locale.ROOT);
        if (!charset.isEmpty() && !charset.equals("utf-8") && !charset.equals("us-ascii")) {
            throw new HttpRefusal(415, ErrorCode.PROTOCOL, "expected the charset UTF-8, found another");
        }
        String first = head.header("SOAPAction");
        return switch (bare) {
            case "text/xml" -> new MediaType(SoapVersion.V1_1, unquoted(first == null ? "" : first.strip()));
            case "application/soap+xml" -> new MediaType(SoapVersion.V1_2, parameter(type, "action"));
            default ->
                throw new HttpRefusal(
                        415, ErrorCode.PROTOCOL, "expected the media type text/xml or application/soap+xml");
        };
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

    private static String unquoted(String text) {
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
