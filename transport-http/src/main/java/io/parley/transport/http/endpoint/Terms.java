package io.parley.transport.http.endpoint;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.channel.http.HttpFrames;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Capabilities;
import io.parley.negotiation.ChannelSecurity;
import io.parley.negotiation.ChannelTerm;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;
import java.util.ArrayList;
import java.util.List;

/**
 * What an endpoint or its client says of itself in offers and answers, but for its channels. Immutable.
 *
 * @param representations names, best first
 * @param compression a name, or {@code none}
 * @param resumable whether sessions may outlive their connections
 */
record Terms(Contract contract, Limits limits, List<String> representations, String compression, boolean resumable) {
    static final String STREAM = "stream";

    Capabilities.Builder capabilities() {
        List<String> compressions = new ArrayList<>();
        if (!compression.equals(CompressionTerm.NONE)) {
            compressions.add(compression);
        }
        compressions.add(CompressionTerm.NONE);
        return Capabilities.builder()
                .representations(representations.toArray(String[]::new))
                .compressions(compressions)
                .reliabilities(resumable ? List.of(Reliability.RESUME, Reliability.NONE) : List.of(Reliability.NONE))
                // No header blocks are kept: there are no interceptors that would ask for them.
                .limits(limits.with(Limit.STATIC_HEADER_BYTES, 1))
                .data(contract.description());
    }

    /** What offers name as the endpoint: a contract has a namespace and no service. */
    String endpoint() {
        return "{" + contract.namespace() + "}";
    }

    static ChannelTerm http(ChannelSecurity security) {
        return new ChannelTerm(HttpFrames.CHANNEL, security, List.of(), "");
    }
}
