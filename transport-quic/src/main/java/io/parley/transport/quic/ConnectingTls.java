package io.parley.transport.quic;

import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicSslEngine;
import io.parley.channel.Protection;
import io.parley.transport.stream.PinnedCertificate;
import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/**
 * TLS of one connection at the side that makes it: the fingerprint takes the place of names and issuers. Thread-safe.
 */
final class ConnectingTls {
    private final QuicSslContext context;
    private final PinnedCertificate pinned;

    private ConnectingTls(QuicSslContext context, PinnedCertificate pinned) {
        this.context = context;
        this.pinned = pinned;
    }

    /** @throws IllegalArgumentException if that is no protection of who connects, or none at all */
    static ConnectingTls of(Protection protection) {
        if (!(protection instanceof Protection.Pinned wanted)) {
            throw new IllegalArgumentException(
                    "the channel quic is always protected: expected the fingerprint of a certificate, found "
                            + protection);
        }
        PinnedCertificate pinned = new PinnedCertificate(wanted.fingerprint());
        QuicSslContext context = QuicSslContextBuilder.forClient()
                .trustManager(pinned)
                .endpointIdentificationAlgorithm(null)
                .applicationProtocols(QuicTransport.PROTOCOL, QuicTransport.ONE_TRACK)
                .earlyData(false)
                .build();
        return new ConnectingTls(context, pinned);
    }

    QuicSslEngine engine(QuicChannel quic) {
        return context.newEngine(quic.alloc(), pinned.serverName(), -1);
    }

    /** Returns why the peer's certificate was not trusted; null if it was, or was not shown. */
    @Nullable
    CertificateException refusal() {
        return pinned.refusal();
    }
}
