package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.parley.channel.Protection;
import io.parley.channel.TlsPolicy;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the TLS handler of each connection of a listener, or of one that is being opened, by BoringSSL where Netty
 * finds it, otherwise by the JDK. Clients are authenticated by the token that they send inside, so no certificate is
 * requested from them. Thread-safe.
 */
final class Tls implements TlsMaker {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final String NO_NAME = "";

    private final SslContext context;
    /** Certificates of a listener; null on the connecting side. */
    private final @Nullable CertificateSelector shown;
    /** Server name that the connecting side requests. */
    private final String serverName;

    private Tls(SslContext context, @Nullable CertificateSelector shown, String serverName) {
        this.context = context;
        this.shown = shown;
        this.serverName = serverName;
    }

    /** Returns the default library. */
    static SslProvider library() {
        return OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    }

    /**
     * Creates the TLS of a listener.
     *
     * @return null for an unprotected listener
     * @throws IllegalArgumentException if this is not a protection for a listener, or its key cannot be used
     */
    static @Nullable Tls accepting(Protection protection, SslProvider library) {
        if (protection instanceof Protection.None) {
            return null;
        }
        if (protection instanceof Protection.Ephemeral) {
            return accepting(EphemeralCertificate.make(Instant.now()), library);
        }
        if (protection instanceof Protection.Certified certified) {
            check(certified);
            CertificateSelector shown = new CertificateSelector(certified);
            return new Tls(build(SslContextBuilder.forServer(shown), library), shown, NO_NAME);
        }
        throw new IllegalArgumentException("expected a protection for a listener, found " + protection);
    }

    /**
     * Creates the TLS of the connecting side, which checks the fingerprint in place of names and issuers.
     *
     * @return null for an unprotected connection
     * @throws IllegalArgumentException if this is not a protection for the connecting side
     */
    static @Nullable Tls connecting(Protection protection, SslProvider library) {
        if (protection instanceof Protection.None) {
            return null;
        }
        if (protection instanceof Protection.Pinned pinned) {
            SslContextBuilder builder = SslContextBuilder.forClient()
                    .trustManager(new PinnedCertificate(pinned.fingerprint()))
                    .endpointIdentificationAlgorithm(null);
            return new Tls(build(builder, library), null, CertificateSelector.serverName(pinned.fingerprint()));
        }
        throw new IllegalArgumentException("expected a protection for a client, found " + protection);
    }

    /**
     * Builds a context; falls back to the JDK's library, because the native one may not fit its arguments or this
     * version of Netty.
     */
    private static SslContext build(SslContextBuilder builder, SslProvider library) {
        builder.protocols(TlsPolicy.versions()).ciphers(TlsPolicy.cipherSuites(), SupportedCipherSuiteFilter.INSTANCE);
        if (library != SslProvider.JDK) {
            try {
                return builder.sslProvider(library).build();
            } catch (SSLException | RuntimeException | LinkageError e) {
                LOG.warn(
                        "Cannot use TLS by {}, falling back to the JDK's; check that all Netty jars have one version",
                        library,
                        e);
            }
        }
        try {
            return builder.sslProvider(SslProvider.JDK).build();
        } catch (SSLException e) {
            throw new IllegalStateException("expected the JDK to have TLS 1.2 and 1.3: " + e.getMessage(), e);
        }
    }

    /**
     * Checks that the key can be used.
     *
     * @throws IllegalArgumentException if it cannot
     */
    private static void check(Protection.Certified certified) {
        try {
            var unused = SslContextBuilder.forServer(certified.key(), certified.chain())
                    .sslProvider(SslProvider.JDK)
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException(
                    "expected a key and certificates that TLS can use: " + e.getMessage(), e);
        }
    }

    /** Returns the fingerprint of a listener's current certificate; empty for the connecting side. */
    String certificate() {
        return shown == null ? "" : shown.newest();
    }

    /** Replaces the certificate of a listener. */
    void renew(Protection.Certified certified) {
        if (shown == null) {
            throw new IllegalStateException("expected the TLS of a listener, found that of a client");
        }
        check(certified);
        shown.add(certified);
    }

    /** {@inheritDoc} BoringSSL refuses renegotiation by itself. */
    @Override
    public SslHandler handler(ByteBufAllocator allocator, Duration handshake) {
        SslHandler handler = context instanceof JdkSslContext
                ? new OneHandshake(engine(allocator))
                : serverName.isEmpty() ? context.newHandler(allocator) : context.newHandler(allocator, serverName, -1);
        handler.setHandshakeTimeoutMillis(Math.max(1, handshake.toMillis()));
        return handler;
    }

    private SSLEngine engine(ByteBufAllocator allocator) {
        return serverName.isEmpty() ? context.newEngine(allocator) : context.newEngine(allocator, serverName, -1);
    }
}
