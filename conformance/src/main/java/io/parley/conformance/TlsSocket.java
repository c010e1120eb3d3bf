package io.parley.conformance;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * The connecting side of TLS, which accepts any certificate: a case inspects the certificate itself, and the suite
 * sends no secrets. One thread at a time.
 */
final class TlsSocket {
    private static final SSLContext CONTEXT = context();

    private TlsSocket() {}

    /** Returns TLS over a connection, after the handshake, with the platform's default settings. */
    static SSLSocket over(Socket socket, String serverName, String... protocols) throws IOException {
        SSLSocket tls = (SSLSocket) CONTEXT.getSocketFactory()
                .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        SSLParameters parameters = tls.getSSLParameters();
        if (!serverName.isEmpty()) {
            parameters.setServerNames(List.of(new SNIHostName(serverName)));
        }
        if (protocols.length > 0) {
            parameters.setProtocols(protocols);
        }
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    /** Returns the SHA-256 of the peer's certificate in hex. */
    static String shown(SSLSocket socket) throws IOException {
        return fingerprint((X509Certificate) socket.getSession().getPeerCertificates()[0]);
    }

    /** Returns the SHA-256 of a certificate in hex. */
    static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "a certificate that was read has bytes, and every Java platform SHA-256", e);
        }
    }

    private static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TakesAny()}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    private static final class TakesAny implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
