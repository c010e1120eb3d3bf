package io.parley.session;

import io.parley.Limit;
import io.parley.Limits;
import io.parley.frame.DataFrame;
import io.parley.negotiation.Agreement;
import io.parley.negotiation.CompressionTerm;
import io.parley.negotiation.Reliability;

/**
 * Limits that both sides of a session agreed on.
 *
 * @param each all of them, as they stand in the agreement
 * @param messageBytes the most that a message may be long as it travels, which compression may make longer than its content
 * @param sides the most side streams of one direction that may be under way
 */
record AgreedLimits(Limits each, long messageBytes, int sides) {

    static AgreedLimits of(Agreement agreement) {
        Limits limits = agreement.limits();
        boolean durable = agreement.reliability() == Reliability.DURABLE;
        // Side streams are read as they come, so nothing could begin them anew after a crash.
        int sides = durable ? 0 : Math.min(limits.getInt(Limit.SIDES), DataFrame.MOST_SIDES);
        long messageBytes = CompressionTerm.mostBytes(agreement.compression(), limits.get(Limit.MESSAGE_BYTES));
        return new AgreedLimits(limits, messageBytes, sides);
    }

    long get(Limit limit) {
        return each.get(limit);
    }

    int getInt(Limit limit) {
        return each.getInt(limit);
    }
}
