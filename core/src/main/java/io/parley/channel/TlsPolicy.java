package io.parley.channel;

import java.util.List;

/**
 * TLS versions and cipher suites of Parley's own listeners and connections, in order of preference, and the records
 * that a peer may send after its handshake. Immutable.
 */
public final class TlsPolicy {
    private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

    /** Suites with forward secrecy and authenticated encryption only. */
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

    /** Content type of handshake records (RFC 5246, section 6.2.1), visible in TLS 1.2 and encrypted in TLS 1.3. */
    private static final int HANDSHAKE = 22;

    private TlsPolicy() {}

    /** Returns the protocol versions, by their standard Java names. */
    public static List<String> versions() {
        return VERSIONS;
    }

    /** Returns the cipher suites, by their standard Java names; callers leave out those that their library lacks. */
    public static List<String> cipherSuites() {
        return CIPHER_SUITES;
    }

    /**
     * Returns whether a record of a peer whose handshake is complete starts another handshake. In TLS 1.2 no other
     * record of this type follows, and a renegotiation costs this side as much as the first handshake: the caller
     * should close the connection.
     *
     * @param type the record's first byte
     */
    public static boolean beginsHandshake(byte type) {
        return type == HANDSHAKE;
    }
}
