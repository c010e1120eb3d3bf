package io.parley.cxf.client;

import io.parley.cxf.traces.SpanAttributes;
import io.parley.cxf.transport.CallChannel;
import io.parley.negotiation.FallbackReason;
import java.util.Map;
import java.util.Optional;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Status of one call: how it was sent. Available in the client's response context under {@value #KEY}.
 *
 * @param reason why it was sent by SOAP; empty if it streamed
 * @param detail detail of the reason; may be empty
 */
public record CallStatus(Optional<FallbackReason> reason, String detail) {
    /** Name of the property in the response context. */
    public static final String KEY = "parley.call";

    private static final CallStatus STREAMED = new CallStatus(Optional.empty(), "");

    /** Returns whether the call was sent on a session. */
    public boolean streamed() {
        return reason.isEmpty();
    }

    private @Nullable String fallback() {
        return reason.map(Enum::name).orElse(null);
    }

    static void streamed(Exchange exchange, String channel) {
        set(exchange, STREAMED);
        CallChannel.set(exchange, channel);
    }

    static void bySoap(Exchange exchange, FallbackReason reason, String detail) {
        set(exchange, new CallStatus(Optional.of(reason), detail));
        CallChannel.set(exchange, CallChannel.SOAP);
    }

    /**
     * Sets the status of a call, also in the response context: calls without a response message, such as one-way calls,
     * get nothing else in it.
     */
    static void set(Exchange exchange, CallStatus status) {
        exchange.put(KEY, status);
        Message out = exchange.getOutMessage();
        Map<String, Object> invocation =
                out == null ? null : CastUtils.cast((Map<?, ?>) out.get(Message.INVOCATION_CONTEXT));
        Map<String, Object> response =
                invocation == null ? null : CastUtils.cast((Map<?, ?>) invocation.get(Client.RESPONSE_CONTEXT));
        if (response != null) {
            response.put(KEY, status);
        }
    }

    /** Interceptor that copies the status to the response context and to the call's span. */
    public static final class Shown extends AbstractPhaseInterceptor<Message> {
        public Shown() {
            super(Phase.RECEIVE);
            addBefore(SpanAttributes.END_OF_CLIENTS);
        }

        @Override
        public void handleMessage(Message message) {
            Exchange exchange = message.getExchange();
            Object status = exchange == null ? null : exchange.get(KEY);
            if (status != null) {
                message.put(KEY, status);
            }
            if (exchange != null && SpanAttributes.available()) {
                SpanAttributes.ofClient(exchange, status instanceof CallStatus call ? call.fallback() : null);
            }
        }
    }
}
