package io.parley.soap;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Transport headers that propagate distributed traces (W3C Trace Context and Baggage, B3, Jaeger, request and
 * correlation ids). They belong to a single message and do not identify the caller, so they travel in its head
 * (docs/protocol/framing.md 5.5), and are neither compared with those of the session nor stored.
 */
public final class TraceHeaders {
    private static final Set<String> NAMES = names(
            "traceparent",
            "tracestate",
            "baggage",
            "b3",
            "x-b3-traceid",
            "x-b3-spanid",
            "x-b3-parentspanid",
            "x-b3-sampled",
            "x-b3-flags",
            "uber-trace-id",
            "request-id",
            "x-request-id",
            "x-correlation-id",
            "correlation-context");

    private TraceHeaders() {}

    private static Set<String> names(String... names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        all.addAll(Arrays.asList(names));
        return all;
    }

    /** Returns whether a header of this name propagates traces. */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
