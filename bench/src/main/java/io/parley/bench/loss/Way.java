package io.parley.bench.loss;

import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.util.List;
import java.util.Locale;

/** A channel, and what controls congestion below it: of {@code quic} its library, of {@code stream} the kernel. Both have TLS 1.3. */
enum Way {
    /** BBR, in the library of the channel. */
    QUIC("quic", ""),
    /** CUBIC (RFC 9438), the default of Linux. */
    STREAM("stream", "cubic"),
    /** What some machines have instead. */
    STREAM_BBR("stream", "bbr");

    private final String channel;
    private final String congestion;

    Way(String channel, String congestion) {
        this.channel = channel;
        this.congestion = congestion;
    }

    /** Its name in tables and in arguments of programs. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String channel() {
        return channel;
    }

    /** The kernel's name for it; empty if it is not the kernel's. */
    String congestion() {
        return congestion;
    }

    /** Returns what its listener protects connections with. */
    static Protection protection() {
        return new Protection.Ephemeral();
    }

    /** Returns the agreement of both ends of a trial, with who listens there. */
    Agreement agreement(Trial trial, HostPort at, String certificate) {
        Agreement plain = Agreement.byApi("xml", channel, List.of(at), trial.limits(), "loss")
                .protectedBy(certificate);
        return trial.terms(this, plain);
    }
}
