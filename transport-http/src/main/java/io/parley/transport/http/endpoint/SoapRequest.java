package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import java.util.List;

/**
 * SOAP request with its complete body.
 *
 * @param principal authenticated caller; empty if unknown
 * @param secure true if its connection is protected
 * @param body closed by the request's owner
 */
record SoapRequest(Form form, String principal, boolean secure, Body body) {

    /**
     * Encoding of a request, and that of its response.
     *
     * @param zipped true if the request is in gzip
     * @param zip true if the response may be in gzip
     */
    record Form(MediaType type, boolean zipped, boolean zip) {
        private static final int UNSUPPORTED = 415;

        static Form of(RequestHead head) throws HttpRefusal {
            MediaType type = MediaType.of(head);
            boolean zipped = isZipped(head);
            return new Form(
                    type, zipped, head.header("Accept-Encoding") != null && accepts(head.all("Accept-Encoding")));
        }

        SoapVersion version() {
            return type.soap().version();
        }

        private static boolean isZipped(RequestHead head) throws HttpRefusal {
            List<String> codings = head.all("Content-Encoding");
            if (codings.isEmpty() || codings.equals(List.of("identity"))) {
                return false;
            }
            if (codings.equals(List.of("gzip")) || codings.equals(List.of("x-gzip"))) {
                return true;
            }
            throw new HttpRefusal(UNSUPPORTED, ErrorCode.PROTOCOL, "expected no content coding but gzip");
        }

        private static boolean accepts(List<String> accepted) {
            return accepted.stream()
                    .flatMap(line -> List.of(line.split(",", -1)).stream())
                    .map(String::strip)
                    .anyMatch(coding -> coding.equalsIgnoreCase("gzip")
                            || (coding.regionMatches(true, 0, "gzip;", 0, 5) && !coding.matches(".*q=0(\\.0*)?")));
        }
    }
}
