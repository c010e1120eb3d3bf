package io.parley.representation.hhfr;

import java.util.Arrays;

/**
 * Names in an ordinary SOAP envelope: without header blocks, with the prefix {@code soap}, which its start tag declares
 * (docs/reference/hhfr.md, "Message").
 */
final class OrdinaryEnvelope {
    static final String PREFIX = "soap";
    static final String ENVELOPE = "Envelope";
    static final String BODY = "Body";

    /** Namespaces of the SOAP versions, by their number in a segment. */
    private static final String[] NAMESPACES = {
        "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"
    };

    private OrdinaryEnvelope() {}

    /** Returns the number of the SOAP version with that namespace; negative if there is none. */
    static int version(String namespace) {
        return Arrays.asList(NAMESPACES).indexOf(namespace);
    }

    /** Returns the number of SOAP versions. */
    static int versions() {
        return NAMESPACES.length;
    }

    /** Returns the namespace of a SOAP version. */
    static String namespace(int version) {
        return NAMESPACES[version];
    }
}
