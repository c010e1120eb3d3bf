package io.parley.peer;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Set;

/**
 * Detection of a channel that was agreed on but does not get through to the service (docs/protocol/negotiation.md,
 * 13.5).
 */
final class Reach {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** The Connection Attempt Delay that RFC 8305, section 8, recommends. */
    private static final Duration HEAD_START = Duration.ofMillis(250);
    /** Connecting and opening take two round trips, of which the offer took one at least. */
    private static final int HEAD_START_TIMES_OFFER = 2;

    /** Opening loads other classes than the offer did, and may meet a pause that the offer did not. */
    private static final int TIMES_OFFER = 4;

    private static final Set<FallbackReason> OUT =
            Set.of(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT, FallbackReason.WRONG_NODE);

    private final Duration longest;

    private Reach(Duration longest) {
        this.longest = longest;
    }

    /** Returns that of a runtime with these limits. */
    static Reach of(Limits limits) {
        return new Reach(longest(limits));
    }

    /** Returns the longest wait: more than the limits for connecting, for the handshake and for opening together. */
    static Duration longest(Limits limits) {
        return Durations.bounded(SHORTEST.plusMillis(limits.get(Limit.CONNECT_MILLIS))
                .plusMillis(limits.get(Limit.HANDSHAKE_MILLIS))
                .plusMillis(limits.get(Limit.OPEN_MILLIS)));
    }

    /** Returns whether a session that could not be opened for that reason may be opened on another channel. */
    static boolean fails(FallbackReason reason) {
        return OUT.contains(reason);
    }

    /** Returns the time for which a channel is tried alone, before the next one is tried beside it. */
    Duration headStart(Duration offerTook) {
        Duration patient = HEAD_START.plus(offerTook.multipliedBy(HEAD_START_TIMES_OFFER));
        return patient.compareTo(longest) > 0 ? longest : patient;
    }

    /**
     * Returns the time that a client waits for a session to open: where there is another channel a second, and more only with a service that was slow to
     * answer the offer. The next channel is tried before.
     *
     * @param offerTook time from the offer to its answer
     * @param isLast whether no other channel is left to try
     */
    Duration within(Duration offerTook, boolean isLast) {
        Duration patient = SHORTEST.plus(offerTook.multipliedBy(TIMES_OFFER));
        return isLast || patient.compareTo(longest) > 0 ? longest : patient;
    }
}
