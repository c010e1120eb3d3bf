package io.parley.transport.stream;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.FingerprintTrustManagerFactory;
import io.parley.channel.Protection;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the TLS end of each connection of a listener, or of one that is being made. BoringSSL does the work where Netty
 * finds it, else the JDK. Who connects is known by the token it shows inside, so no certificate is asked of it. Thread-safe.
 */
final class Tls {
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private final SslContext context;
    private final String certificate;

    private Tls(Supplier<SslContextBuilder> builder, String certificate) {
        try {
            this.context = builder.get().protocols(VERSIONS).build();
        } catch (SSLException e) {
            throw new IllegalArgumentException(
                    "expected a key and certificates that TLS can use: " + e.getMessage(), e);
        }
        this.certificate = certificate;
    }

    /**
     * A listener's.
     *
     * @return null if it is not protected
     * @throws IllegalArgumentException if that is no protection of a listener, or the key cannot be used
     */
    static @Nullable Tls accepting(Protection protection) {
        if (protection instanceof Protection.None) {
            return null;
        }
        if (protection instanceof Protection.Ephemeral) {
            return accepting(EphemeralCertificate.make(Instant.now()));
        }
        if (protection instanceof Protection.Certified certified) {
            X509Certificate[] chain = certified.chain().toArray(X509Certificate[]::new);
            return new Tls(() -> SslContextBuilder.forServer(certified.key(), chain), Protection.fingerprint(chain[0]));
        }
        throw new IllegalArgumentException("expected a protection for a listener, found " + protection);
    }

    /**
     * The connecting side's: the fingerprint takes the place of names and issuers.
     *
     * @return null if the connection is not to be protected
     * @throws IllegalArgumentException if that is no protection of who connects
     */
    static @Nullable Tls connecting(Protection protection) {
        if (protection instanceof Protection.None) {
            return null;
        }
        if (protection instanceof Protection.Pinned pinned) {
            return new Tls(
                    () -> SslContextBuilder.forClient()
                            .trustManager(FingerprintTrustManagerFactory.builder("SHA-256")
                                    .fingerprints(pinned.fingerprint())
                                    .build())
                            .endpointIdentificationAlgorithm(null),
                    "");
        }
        throw new IllegalArgumentException("expected a protection for who connects, found " + protection);
    }

    /** Of what the listener shows; empty for the connecting side. */
    String certificate() {
        return certificate;
    }

    /** The first of a connection's handlers. */
    SslHandler handler(ByteBufAllocator allocator, Duration handshake) {
        SslHandler handler = context.newHandler(allocator);
        handler.setHandshakeTimeoutMillis(Math.max(1, handshake.toMillis()));
        return handler;
    }
}
