package io.parley.cxf;

import io.parley.negotiation.Agreement;
import io.parley.runtime.Conversation;
import io.parley.runtime.Traffic;
import java.time.Duration;
import java.util.Map;

/**
 * An open session of an endpoint.
 *
 * @param peer remote address of its connection; several sessions may share it, and it may change
 * @param terms agreed terms, by name
 * @param age time since it was opened or resumed in this process
 * @param traffic bytes and messages so far
 */
public record OpenSession(String peer, Map<String, String> terms, Duration age, Traffic traffic) {
    static OpenSession of(Conversation conversation) {
        Agreement agreement = conversation.agreement();
        return new OpenSession(
                conversation.peer(), EndpointBean.terms(agreement), conversation.age(), conversation.traffic());
    }
}
