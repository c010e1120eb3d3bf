package io.parley.transport.http.endpoint;

import io.parley.ErrorCode;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.Body;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;
import java.util.List;

/**
 * A request by SOAP whose body is whole.
 *
 * @param principal who makes it; empty if nobody knows
 * @param secure whether its connection is protected
 * @param body its owner closes it
 */
record SoapRequest(Form form, String principal, boolean secure, Body body) {

    /**
     * Form of a request, and of the response that it wants.
     *
     * @param zipped whether it is in gzip
     * @param zip whether the response may be
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
            return type.version();
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
