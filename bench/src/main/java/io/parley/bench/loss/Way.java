package io.parley.bench.loss;

import io.parley.channel.Protection;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.HostPort;
import java.util.List;
import java.util.Locale;

/**
 * A channel with TLS 1.3 and its congestion control, which for {@code quic} belongs to the library and for {@code
 * stream} to the kernel.
 */
enum Way {
    /** The channel quic with BBR. */
    QUIC("quic", ""),
    /** The channel stream with CUBIC (RFC 9438), the default of Linux. */
    STREAM("stream", "cubic"),
    /** The channel stream with BBR, which some machines use instead. */
    STREAM_BBR("stream", "bbr");

    private final String channel;
    private final String congestion;

    Way(String channel, String congestion) {
        this.channel = channel;
        this.congestion = congestion;
    }

    /** Returns the name in tables and in program arguments. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    String channel() {
        return channel;
    }

    /** Returns the kernel's name of the congestion control; empty if the kernel does not control congestion. */
    String congestion() {
        return congestion;
    }

    /** Returns the protection of the listener's connections. */
    static Protection protection() {
        return new Protection.Ephemeral();
    }

    /**
     * Returns the agreement of both ends of a trial.
     *
     * @param at address of the listener
     * @param certificate certificate of the listener
     */
    Agreement agreement(Trial trial, HostPort at, String certificate) {
        Agreement plain = Agreement.byApi("xml", channel, List.of(at), trial.limits(), "loss")
                .protectedBy(certificate);
        return trial.terms(this, plain);
    }
}
