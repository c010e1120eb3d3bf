package io.parley.conformance;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key and its certificate, which a service of the suite presents at its URL and on its stream. Immutable. */
public final class ShownCertificate {
    private final SSLContext context;
    private final String fingerprint;

    private ShownCertificate(SSLContext context, String fingerprint) {
        this.context = context;
        this.fingerprint = fingerprint;
    }

    /**
     * Returns the first key of a store.
     *
     * @throws IllegalArgumentException if there is none, or the password does not open it
     */
    public static ShownCertificate of(KeyStore keys, char[] password) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, new SecureRandom());
            String alias = keys.aliases().hasMoreElements() ? keys.aliases().nextElement() : "";
            if (!(keys.getCertificate(alias) instanceof X509Certificate certificate)) {
                throw new IllegalArgumentException("expected a key store with a key and its certificate, found none");
            }
            return new ShownCertificate(context, TlsSocket.fingerprint(certificate));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "expected a key store with a key that can be used: " + e.getMessage(), e);
        }
    }

    SSLContext context() {
        return context;
    }

    /** Returns the SHA-256 of the certificate in hex. */
    String fingerprint() {
        return fingerprint;
    }
}
