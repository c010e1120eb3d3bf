package io.parley.transport.stream;

import io.parley.channel.Protection;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts one certificate, by its fingerprint and within its lifetime, and nobody else. Thread-safe. Of the extended kind, since
 * the JDK would add the judgement of names and issuers to any other.
 */
public final class PinnedCertificate extends X509ExtendedTrustManager {
    private final String fingerprint;
    private volatile @Nullable CertificateException refusal;

    /** Trusts the certificate of that fingerprint. */
    public PinnedCertificate(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** The server name by which the certificate is asked for, should the listener have several. */
    public String serverName() {
        return ShownCertificates.serverName(fingerprint);
    }

    /** Returns why it did not trust the peer, for libraries that lose that on their way; null if it was not asked, or did. */
    public @Nullable CertificateException refusal() {
        return refusal;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        try {
            compare(chain);
        } catch (CertificateException e) {
            refusal = e;
            throw e;
        }
    }

    private void compare(X509Certificate[] chain) throws CertificateException {
        String found = chain.length == 0 ? "none" : Protection.fingerprint(chain[0]);
        if (!found.equals(fingerprint)) {
            throw new CertificateException(
                    "expected the certificate with the fingerprint " + fingerprint + ", found " + found);
        }
        try {
            chain[0].checkValidity();
        } catch (CertificateExpiredException | CertificateNotYetValidException e) {
            throw new CertificateException(
                    "expected a certificate within its lifetime, found one for " + chain[0].getNotBefore() + " to "
                            + chain[0].getNotAfter(),
                    e);
        }
    }

    private static CertificateException noClients() {
        return new CertificateException("certificates of clients are not looked at");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw noClients();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw noClients();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
