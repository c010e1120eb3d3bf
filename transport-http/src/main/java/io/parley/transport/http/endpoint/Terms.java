package io.parley.transport.http.endpoint;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.http.HttpFrames;
import io.parley.channel.websocket.WebSocket;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;
import java.util.ArrayList;
import java.util.List;

/**
 * Terms of an endpoint or its client for offers and answers, without channels. Immutable.
 *
 * @param representations names, best first
 * @param compression a name, or {@code none}
 * @param most highest reliability
 */
record Terms(Contract contract, Limits limits, List<String> representations, String compression, Reliability most) {
    static final String STREAM = "stream";
    static final String QUIC = "quic";
    /** Channels at the service's own URL, best first. */
    static final List<String> AT_URL = List.of(WebSocket.CHANNEL, HttpFrames.CHANNEL);

    Capabilities.Builder capabilities() {
        List<String> compressions = new ArrayList<>();
        if (!compression.equals(CompressionTerm.NONE)) {
            compressions.add(compression);
        }
        compressions.add(CompressionTerm.NONE);
        return Capabilities.builder()
                .representations(representations.toArray(String[]::new))
                .operations(contract.expendable(representations))
                .compressions(compressions)
                .reliabilities(reliabilities())
                // No static header blocks are kept: there are no interceptors that would use them.
                .limits(limits.with(Limit.STATIC_HEADER_BYTES, 1))
                .data(contract.description());
    }

    private List<Reliability> reliabilities() {
        return switch (most) {
            case NONE -> List.of(Reliability.NONE);
            case RESUME -> List.of(Reliability.RESUME, Reliability.NONE);
            case DURABLE -> List.of(Reliability.DURABLE, Reliability.RESUME, Reliability.NONE);
        };
    }

    /** Returns a copy with another highest reliability. */
    Terms upTo(Reliability other) {
        return new Terms(contract, limits, representations, compression, other);
    }

    /**
     * Returns the endpoint's name in offers, in which the local part is empty: a contract has a namespace and no
     * service.
     */
    String endpoint() {
        return "{" + contract.namespace() + "}";
    }

    /** Returns the term of a channel at the service's own URL. */
    static ChannelTerm atUrl(String channel, ChannelSecurity security) {
        return new ChannelTerm(channel, security, List.of(), "");
    }

    /** Returns whether a channel is at the service's own URL. */
    static boolean isAtUrl(String channel) {
        return AT_URL.contains(channel);
    }
}
