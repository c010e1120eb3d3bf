package io.parley.examples.compare;

import java.util.OptionalLong;

/**
 * Number of calls from which a session takes less time than SOAP.
 *
 * @param openingMillis time of the first call of a new client beyond that of later ones: negotiation, and opening the session
 * @param savedMillis time that a call saves, by the medians of all operations; negative if streamed calls take longer
 */
public record BreakEven(double openingMillis, double savedMillis) {
    /** Returns the number of calls; empty if streamed calls take no less time. */
    public OptionalLong calls() {
        return savedMillis > 0
                ? OptionalLong.of((long) Math.ceil(Math.max(0, openingMillis) / savedMillis) + 1)
                : OptionalLong.empty();
    }
}
