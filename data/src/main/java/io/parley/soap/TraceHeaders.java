package io.parley.soap;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The transport headers by which distributed traces go from one process to the next (W3C Trace Context and Baggage, B3,
 * Jaeger, request and correlation ids). They belong to one message and say nothing about who calls, so they travel in its
 * head (docs/protocol/framing.md 5.5) and are neither compared with those of the session nor kept for it.
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

    /** Returns whether a header of this name is one of them. */
    public static boolean contains(String name) {
        return NAMES.contains(name);
    }
}
