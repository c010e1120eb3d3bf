package io.parley.transport.quic;

import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.parley.channel.Protection;
import io.parley.transport.stream.CertificateSelector;
import io.parley.transport.stream.EphemeralCertificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * TLS of a listener: its newest certificate, and the few that it took the place of for who asks for them by their
 * server name. There is no early data, which could be played back. Thread-safe.
 */
final class AcceptingTls {
    private final CertificateSelector shown;
    private final QuicSslContext front;
    /** Newest first. */
    private volatile List<Named> named;

    private record Named(String serverName, QuicSslContext context) {
        static Named of(Protection.Certified certified) {
            String fingerprint = Protection.fingerprint(certified.chain().get(0));
            QuicSslContext context = settings(QuicSslContextBuilder.forServer(
                            certified.key(), null, certified.chain().toArray(X509Certificate[]::new)))
                    .build();
            return new Named(CertificateSelector.serverName(fingerprint), context);
        }
    }

    private AcceptingTls(Protection.Certified first) {
        this.named = List.of(Named.of(first));
        this.shown = new CertificateSelector(first);
        this.front = settings(QuicSslContextBuilder.forServer(shown, null))
                .sni(this::context)
                .build();
    }

    /** @throws IllegalArgumentException if that is no protection of a listener, or the key cannot be used */
    static AcceptingTls of(Protection protection) {
        if (protection instanceof Protection.Ephemeral) {
            return new AcceptingTls(EphemeralCertificate.make(Instant.now()));
        }
        if (protection instanceof Protection.Certified certified) {
            return new AcceptingTls(certified);
        }
        throw new IllegalArgumentException(
                "the channel quic is always protected: expected the certificate of a listener, found " + protection);
    }

    private static QuicSslContextBuilder settings(QuicSslContextBuilder builder) {
        return builder.applicationProtocols(QuicTransport.PROTOCOL, QuicTransport.ONE_TRACK)
                .earlyData(false);
    }

    QuicSslContext context() {
        return front;
    }

    /** Returns the fingerprint of the newest certificate. */
    String certificate() {
        return shown.newest();
    }

    synchronized void renew(Protection.Certified certified) {
        Named added = Named.of(certified);
        named = Stream.concat(
                        Stream.of(added),
                        named.stream().filter(each -> !each.serverName().equals(added.serverName())))
                .limit(CertificateSelector.MOST)
                .toList();
        shown.add(certified);
    }

    private QuicSslContext context(String serverName) {
        List<Named> now = named;
        for (Named each : now) {
            if (each.serverName().equalsIgnoreCase(serverName)) {
                return each.context();
            }
        }
        return now.get(0).context();
    }
}
