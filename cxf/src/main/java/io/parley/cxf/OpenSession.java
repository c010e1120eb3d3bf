package io.parley.cxf;

import io.parley.negotiation.Agreement;
import io.parley.runtime.Conversation;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.Map;

/**
 * An open session of an endpoint.
 *
 * @param peer address of the other side's connection; several may share it, and it may change
 * @param terms what was agreed on, by name
 * @param age since it was opened, or went on, in this process
 * @param traffic so far
 */
public record OpenSession(String peer, Map<String, String> terms, Duration age, Traffic traffic) {
    static OpenSession of(Conversation conversation) {
        Agreement agreement = conversation.agreement();
        return new OpenSession(
                conversation.peer(), EndpointBean.terms(agreement), conversation.age(), conversation.traffic());
    }
}
