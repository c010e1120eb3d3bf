/**
 * Attributes for the spans that CXF's tracing creates for calls, for applications that have CXF's OpenTelemetry, an
 * optional library. Public: {@link io.parley.cxf.traces.SpanAttributes}, {@link io.parley.cxf.traces.CallSpans}. Thread
 * rule: everything is thread-safe and runs on the thread of the call's interceptor chain.
 */
@NullMarked
package io.parley.cxf.traces;

import org.jspecify.annotations.NullMarked;
