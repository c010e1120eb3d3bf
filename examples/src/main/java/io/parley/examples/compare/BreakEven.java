package io.parley.examples.compare;

import java.util.OptionalLong;

/**
 * Number of calls from which a session takes less time than SOAP.
 *
 * @param openingMillis additional time of the first call of a new client, for negotiating and opening the session
 * @param savedMillis time saved per call, from the medians of all operations; negative if streamed calls take longer
 */
public record BreakEven(double openingMillis, double savedMillis) {
    /** Returns the number of calls; empty if streamed calls do not save time. */
    public OptionalLong calls() {
        return savedMillis > 0
                ? OptionalLong.of((long) Math.ceil(Math.max(0, openingMillis) / savedMillis) + 1)
                : OptionalLong.empty();
    }
}
