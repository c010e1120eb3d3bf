package io.parley.negotiation;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * Break-even point of the stream, from the measured calls of one session key: {@code n = (Oa + Ob + Oc) / (t2 - t1)}.
 *
 * @param overhead cost of starting to stream: Oa + Ob + Oc, measured, or estimated before the first negotiation
 * @param savingPerCall {@code t2 - t1}, the mean over the calls made, weighted by operation; negative if the stream is
 *     slower
 */
public record BreakEven(Duration overhead, Duration savingPerCall) {
    /** Returns the number of calls after which the stream has saved its overhead; empty if it saves nothing. */
    public OptionalLong calls() {
        return savingPerCall.isNegative() || savingPerCall.isZero()
                ? OptionalLong.empty()
                : OptionalLong.of((overhead.toNanos() + savingPerCall.toNanos() - 1) / savingPerCall.toNanos());
    }
}
