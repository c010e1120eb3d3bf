package io.parley.cxf.metrics;

import io.opentelemetry.api.trace.Span;
import io.parley.cxf.traces.CallSpans;
import io.prometheus.metrics.tracer.common.SpanContext;
import org.jspecify.annotations.Nullable;

/**
 * Supplies Micrometer's Prometheus registry with the spans of calls for its exemplars, if CXF's OpenTelemetry creates
 * spans. A supplier of the current span alone would find none for CXF's meters, because CXF records a service's call
 * after the end of its span. Only sampled spans are supplied. Thread-safe.
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

    /** Marks the span so that a sampling collector may keep its trace; no effect on a span that has ended. */
    @Override
    public void markCurrentSpanAsExemplar() {
        CallSpans.current().setAttribute(EXEMPLAR_ATTRIBUTE_NAME, EXEMPLAR_ATTRIBUTE_VALUE);
    }
}
