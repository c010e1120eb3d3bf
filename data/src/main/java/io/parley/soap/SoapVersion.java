package io.parley.soap;

import java.util.Optional;

/** A version of SOAP. */
public enum SoapVersion {
    V1_1(1, "http://schemas.xmlsoap.org/soap/envelope/", "text/xml"),
    V1_2(2, "http://www.w3.org/2003/05/soap-envelope", "application/soap+xml");

    private final int number;
    private final String namespace;
    private final String contentType;

    SoapVersion(int number, String namespace, String mediaType) {
        this.number = number;
        this.namespace = namespace;
        this.contentType = mediaType + "; charset=UTF-8";
    }

    /** Returns the number of the version in a {@link SoapHead}. */
    public int number() {
        return number;
    }

    /** Returns the namespace of envelopes. */
    public String namespace() {
        return namespace;
    }

    /** Returns the HTTP content type of messages of this version in UTF-8. */
    public String contentType() {
        return contentType;
    }

    /** Returns the version with that envelope namespace; empty if there is none. */
    public static Optional<SoapVersion> of(String namespace) {
        for (SoapVersion version : values()) {
            if (version.namespace.equals(namespace)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }
}
