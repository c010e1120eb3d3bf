package io.parley.transport.stream;

import io.parley.channel.Protection;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts one certificate, by its fingerprint and within its lifetime, and nobody else. Thread-safe. Of the extended kind, since
 * the JDK would add the judgement of names and issuers to any other.
 */
final class PinnedCertificate extends X509ExtendedTrustManager {
    private final String fingerprint;

    PinnedCertificate(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
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
