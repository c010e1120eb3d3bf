package io.parley.negotiation;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What the measured calls of one session key say about when a stream pays: {@code n = (Oa + Ob + Oc) / (t2 - t1)} of
 * paper 001.
 *
 * @param overhead what it costs to begin with the stream: Oa + Ob + Oc, measured, or estimated before the first negotiation
 * @param savingPerCall {@code t2 - t1}, the mean over the calls that were made, by their operations; negative where the
 *     stream is slower
 */
public record BreakEven(Duration overhead, Duration savingPerCall) {
    /** From how many calls on the stream has saved what it cost; empty if it saves nothing. */
    public OptionalLong calls() {
        return savingPerCall.isNegative() || savingPerCall.isZero()
                ? OptionalLong.empty()
                : OptionalLong.of((overhead.toNanos() + savingPerCall.toNanos() - 1) / savingPerCall.toNanos());
    }
}
