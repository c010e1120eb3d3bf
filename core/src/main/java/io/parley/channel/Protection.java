package io.parley.channel;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;

/** Transport security of connections by TLS 1.2 or later (RFC 5246, RFC 8446), or none. */
public sealed interface Protection {
    /** No protection. */
    Protection NONE = new None();

    /** Unencrypted connections. */
    record None() implements Protection {}

    /**
     * Protection of a listener by a generated key and self-signed certificate, which are discarded when it is closed.
     * Safe if the connecting side learns the {@link Listener#certificate fingerprint} over a trusted connection.
     */
    record Ephemeral() implements Protection {}

    /**
     * Protection of a listener by this key and certificate, until it is {@link Listener#renew renewed}.
     *
     * @param chain the certificate of the key first
     */
    record Certified(PrivateKey key, List<X509Certificate> chain) implements Protection {
        public Certified {
            chain = List.copyOf(chain);
            if (chain.isEmpty()) {
                throw new IllegalArgumentException("expected the certificate of the key, found none");
            }
        }

        @Override
        public String toString() {
            return "Certified[" + chain.get(0).getSubjectX500Principal() + "]";
        }
    }

    /**
     * Protection of a connecting side that accepts only the certificate with this fingerprint, within its validity
     * period. Subject and issuer are not checked: the source of the fingerprint vouches for it.
     *
     * @param fingerprint as returned by {@link #fingerprint}
     */
    record Pinned(String fingerprint) implements Protection {}

    /** Returns the SHA-256 hash of the encoded certificate as 64 lower-case hexadecimal digits. */
    static String fingerprint(X509Certificate certificate) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("expected a certificate that can be encoded", e);
        }
    }
}
