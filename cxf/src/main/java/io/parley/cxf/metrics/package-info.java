/**
 * Metrics of conversations, for applications with CXF's metrics or Micrometer, which are optional libraries. Public:
 * {@link io.parley.cxf.metrics.ChannelTag}, {@link io.parley.cxf.metrics.CallSpanContext}, {@link
 * io.parley.cxf.metrics.ParleyMeters}. Thread rule: everything is thread-safe and runs on the thread that records a
 * call or reads the meters.
 */
@NullMarked
package io.parley.cxf.metrics;

import org.jspecify.annotations.NullMarked;
