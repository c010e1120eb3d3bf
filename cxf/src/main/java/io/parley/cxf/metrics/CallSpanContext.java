package io.parley.cxf.metrics;

import io.opentelemetry.api.trace.Span;
import io.parley.cxf.traces.CallSpans;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives Micrometer's registry for Prometheus the spans of calls for its exemplars, where calls have spans by CXF's OpenTelemetry. A
 * supplier that asks for the current span alone finds none for CXF's meters, by SOAP or on a session: CXF records a call of a service
 * behind the end of its span. Only sampled spans are given. Thread-safe.
 */
public final class CallSpanContext implements SpanContext {
    @Override
    public @Nullable String getCurrentTraceId() {
        Span span = CallSpans.current();
        return span.getSpanContext().isValid() ? span.getSpanContext().getTraceId() : null;
    }

    @Override
    public @Nullable String getCurrentSpanId() {
        Span span = CallSpans.current();
        return span.getSpanContext().isValid() ? span.getSpanContext().getSpanId() : null;
    }

    @Override
    public boolean isCurrentSpanSampled() {
        return CallSpans.current().getSpanContext().isSampled();
    }

    /** Marks the span, so that a sampler of a collector may keep its trace; without effect where it has ended. */
    @Override
    public void markCurrentSpanAsExemplar() {
        CallSpans.current().setAttribute(EXEMPLAR_ATTRIBUTE_NAME, EXEMPLAR_ATTRIBUTE_VALUE);
    }
}
