package io.parley.channel;

import java.util.List;

/**
 * The versions and cipher suites of TLS that this side's own listeners and connections have, best first, and what a peer may
 * do after its handshake. Immutable.
 */
public final class TlsPolicy {
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    /** Forward secrecy and authenticated encryption, all of them. */
    private static final List<String> CIPHER_SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    /** The content type of handshake records (RFC 5246, 6.2.1), which TLS 1.2 shows and TLS 1.3 hides. */
    private static final int HANDSHAKE = 22;

    private TlsPolicy() {}

    /** Versions of the protocol, by their names in Java. */
    public static List<String> versions() {
        return VERSIONS;
    }

    /** Cipher suites, by their names in Java; what a library does not have is to be left out. */
    public static List<String> cipherSuites() {
        return CIPHER_SUITES;
    }

    /**
     * Returns whether a record of a peer whose handshake is over begins another one. In TLS 1.2 nothing else of that
     * kind follows, and it costs this side as much as the first: the peer is to be cut.
     *
     * @param type the record's first byte
     */
    public static boolean beginsHandshake(byte type) {
        return type == HANDSHAKE;
    }
}
