package io.parley.endpoint.negotiated;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.endpoint.Contract;
import io.parley.negotiation.Capabilities;
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
public record EndpointTerms(
        Contract contract, Limits limits, List<String> representations, String compression, Reliability most) {
    /** Returns a builder of the capabilities, to which the caller adds channels. */
    public Capabilities.Builder capabilities() {
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
    public EndpointTerms upTo(Reliability other) {
        return new EndpointTerms(contract, limits, representations, compression, other);
    }

    /**
     * Returns the endpoint's name in offers, in which the local part is empty: a contract has a namespace and no
     * service.
     */
    public String endpoint() {
        return "{" + contract.namespace() + "}";
    }
}
