package io.parley.transport.http.endpoint;

import io.parley.ParleyException;
import io.parley.endpoint.negotiated.SoapMediaType;
import io.parley.soap.SoapVersion;
import io.parley.transport.http.HttpRefusal;
import io.parley.transport.http.RequestHead;

/**
 * Media type and SOAP action of a request.
 *
 * @param soap type of the message; its version is that of the response, if the envelope shows no other
 * @param action without quotes; empty if there is none
 */
record MediaType(SoapMediaType soap, String action) {
    /**
     * Parses the headers of a request.
     *
     * @throws HttpRefusal if they are not of SOAP, or in an unknown encoding
     */
    static MediaType of(RequestHead head) throws HttpRefusal {
        SoapMediaType type;
        try {
            type = SoapMediaType.of(head.header("Content-Type"));
        } catch (ParleyException e) {
            throw new HttpRefusal(415, e.code(), e.text());
        }
        String first = head.header("SOAPAction");
        return type.version() == SoapVersion.V1_1
                ? new MediaType(type, SoapMediaType.unquoted(first == null ? "" : first.strip()))
                : new MediaType(type, type.action());
    }
}
