package io.parley.cxf.traces;

import io.opentelemetry.api.trace.Span;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.tracing.AbstractTracingProvider;
import org.apache.cxf.tracing.opentelemetry.TraceScope;
import org.jspecify.annotations.Nullable;

/** Spans of calls, which CXF's OpenTelemetry keeps in their exchanges, also when they have ended. Stateless. */
public final class CallSpans {
    private static final String OF_CLIENT = "org.apache.cxf.tracing.client.opentelemetry.span";
    private static final String OF_SERVICE = "org.apache.cxf.tracing.opentelemetry.span";

    private CallSpans() {}

    /**
     * Returns the span of the call whose chain of interceptors runs on this thread, although its scope may be closed, as it is when
     * CXF's meters record the call; where there is none, the current span, which may be invalid.
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

    /** What CXF keeps has a type that only its providers see. */
    private static final class Holder extends AbstractTracingProvider {
        static @Nullable Span spanOf(@Nullable Object held) {
            return held == null ? null : ((TraceScope) ((TraceScopeHolder<?>) held).getScope()).getSpan();
        }
    }
}
