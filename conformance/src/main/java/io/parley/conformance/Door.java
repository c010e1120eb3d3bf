package io.parley.conformance;

import java.net.InetSocketAddress;

/**
 * Where a listener of the stream is, and how its bytes are protected.
 *
 * @param certificate hex digits of the SHA-256 of the certificate that it has to show; empty where it has no TLS
 */
record Door(InetSocketAddress address, String certificate) {
    private static final int NAMED_DIGITS = 32;

    boolean isProtected() {
        return !certificate.isEmpty();
    }

    /** The name by which that certificate is asked for (section 2.1). */
    String serverName() {
        return certificate.substring(0, NAMED_DIGITS) + ".parley";
    }
}
