/**
 * Spans that CXF's tracing makes of calls, for applications that have CXF's OpenTelemetry, an optional library. Public: {@link
 * io.parley.cxf.traces.SpanAttributes}, {@link io.parley.cxf.traces.CallSpans}. Thread rule: everything is thread-safe, and runs on
 * whichever thread runs the chain of a call.
 */
@NullMarked
package io.parley.cxf.traces;

import org.jspecify.annotations.NullMarked;
