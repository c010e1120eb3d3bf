package io.parley.cxf.traces;

import io.opentelemetry.api.trace.Span;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.tracing.AbstractTracingProvider;
import org.apache.cxf.tracing.opentelemetry.TraceScope;
import org.jspecify.annotations.Nullable;

/**
 * Spans of calls, which CXF's OpenTelemetry integration stores in their exchanges and leaves there after their end.
 * Stateless.
 */
public final class CallSpans {
    private static final String OF_CLIENT = "org.apache.cxf.tracing.client.opentelemetry.span";
    private static final String OF_SERVICE = "org.apache.cxf.tracing.opentelemetry.span";

    private CallSpans() {}

    /**
     * Returns the span of the call whose interceptor chain runs on this thread, even if its scope is closed, as it is
     * when CXF's metrics record the call; otherwise the current span, which may be invalid.
     */
    public static Span current() {
        if (!SpanAttributes.available()) {
            return Span.current();
        }
        Message message = PhaseInterceptorChain.getCurrentMessage();
        Exchange exchange = message == null ? null : message.getExchange();
        if (exchange == null) {
            return Span.current();
        }
        Span client = ofClient(exchange);
        Span span = client == null ? ofService(exchange) : client;
        return span == null ? Span.current() : span;
    }

    static @Nullable Span ofClient(Exchange exchange) {
        return Holder.spanOf(exchange.get(OF_CLIENT));
    }

    static @Nullable Span ofService(Exchange exchange) {
        return Holder.spanOf(exchange.get(OF_SERVICE));
    }

    /** Access to the stored span, whose type is visible to subclasses of CXF's provider only. */
    private static final class Holder extends AbstractTracingProvider {
        static @Nullable Span spanOf(@Nullable Object held) {
            return held == null ? null : ((TraceScope) ((TraceScopeHolder<?>) held).getScope()).getSpan();
        }
    }
}
