package io.parley.transport.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Factory of JDK clients for the requests to one service. */
public final class ServiceClient {
    private ServiceClient() {}

    /**
     * Returns a builder of a client by HTTP/1.1. One for an {@code http} URL has no TLS: otherwise the JDK's client
     * would read all certificates that the JVM trusts, which takes longer than all else that such a client does to
     * start. It follows no redirects, so that it needs none.
     */
    public static HttpClient.Builder builder(URI url) {
        HttpClient.Builder building = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        return "http".equalsIgnoreCase(url.getScheme())
                ? building.sslContext(new NoTls()).sslParameters(new SSLParameters())
                : building;
    }

    /** Context that makes no connections. */
    private static final class NoTls extends SSLContext {
        NoTls() {
            super(new Refusing(), null, "TLS");
        }
    }

    /** Refuses to make connections. */
    private static final class Refusing extends SSLContextSpi {
        private static IllegalStateException refused() {
            return new IllegalStateException("expected an http URL, found one that needs TLS");
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trusted, @Nullable SecureRandom random) {
            throw refused();
        }

        /** {@inheritDoc} None, for clients that ask for them before they know the URL. */
        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], new String[0]);
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw refused();
        }
    }
}
