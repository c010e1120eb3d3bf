package io.parley.cxf;

import java.util.HashMap;
import java.util.Map;

/**
 * Counters of the endpoints of one type.
 *
 * @param streamedCalls calls sent on a session, or received by one
 * @param typedParts body parts written typed
 * @param infosetParts body parts written as events on a session
 * @param fallbacks calls that went by SOAP, by the name of the reason
 */
public record EndpointTotals(long streamedCalls, long typedParts, long infosetParts, Map<String, Long> fallbacks) {
    static final EndpointTotals NONE = new EndpointTotals(0, 0, 0, Map.of());

    public EndpointTotals {
        fallbacks = Map.copyOf(fallbacks);
    }

    /** Calls that went by SOAP for that reason. */
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
