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
 * @param each all limits, as in the agreement
 * @param messageBytes maximum length of a message on the wire, which compression may make longer than its content
 * @param sides maximum number of open side streams per direction
 */
record AgreedLimits(Limits each, long messageBytes, int sides) {

    static AgreedLimits of(Agreement agreement) {
        Limits limits = agreement.limits();
        boolean durable = agreement.reliability() == Reliability.DURABLE;
        // Side streams are consumed while they arrive, so they could not be replayed after a crash.
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
