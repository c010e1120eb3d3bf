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
 * Trust manager that accepts one certificate, by its fingerprint and within its lifetime. It extends the {@code
 * Extended} class because the JDK would add checks of names and issuers to any other. Thread-safe.
 */
public final class PinnedCertificate extends X509ExtendedTrustManager {
    private final String fingerprint;
    private volatile @Nullable CertificateException refusal;

    /** Creates a trust manager for the certificate with the given SHA-256 fingerprint. */
    public PinnedCertificate(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** Returns the server name by which to request this certificate from a listener that has several. */
    public String serverName() {
        return CertificateSelector.serverName(fingerprint);
    }

    /**
     * Returns why the peer was not trusted, for libraries that lose the cause.
     *
     * @return null if no certificate was checked, or if it was trusted
     */
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
        return new CertificateException(
                "expected no client certificate, found one: only servers are authenticated by certificate");
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
