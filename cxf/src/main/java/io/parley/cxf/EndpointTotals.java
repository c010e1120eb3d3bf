package io.parley.cxf;

import java.util.HashMap;
import java.util.Map;

/**
 * Counters summed over the endpoints of one type.
 *
 * @param streamedCalls calls sent or received on a session
 * @param typedParts body parts written typed
 * @param infosetParts body parts written as infoset on a session
 * @param fallbacks calls by SOAP, by {@link io.parley.negotiation.FallbackReason} name
 */
public record EndpointTotals(long streamedCalls, long typedParts, long infosetParts, Map<String, Long> fallbacks) {
    static final EndpointTotals NONE = new EndpointTotals(0, 0, 0, Map.of());

    public EndpointTotals {
        fallbacks = Map.copyOf(fallbacks);
    }

    /** Returns the number of calls by SOAP for that reason. */
    public long fallbacks(String reason) {
        return fallbacks.getOrDefault(reason, 0L);
    }

    static EndpointTotals of(ParleyEndpointMXBean bean) {
        return new EndpointTotals(
                bean.getStreamedCalls(), bean.getTypedParts(), bean.getInfosetParts(), bean.getFallbacks());
    }

    EndpointTotals plus(EndpointTotals other) {
        Map<String, Long> sum = new HashMap<>(fallbacks);
        other.fallbacks.forEach((reason, count) -> sum.merge(reason, count, Long::sum));
        return new EndpointTotals(
                streamedCalls + other.streamedCalls,
                typedParts + other.typedParts,
                infosetParts + other.infosetParts,
                sum);
    }
}
