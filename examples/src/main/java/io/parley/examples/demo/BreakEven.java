package io.parley.examples.demo;

import org.jspecify.annotations.Nullable;

/** The cost model of the HHFR paper, section 5.1: C(stream) = t1·n + Oa + Ob + Oc, C(SOAP) = t2·n. */
final class BreakEven {
    private BreakEven() {}

    /** Returns the number of messages at which both cost the same, or null if the stream never becomes cheaper. */
    static @Nullable Double messages(double t1, double t2, double overhead) {
        return t2 > t1 ? overhead / (t2 - t1) : null;
    }
}
