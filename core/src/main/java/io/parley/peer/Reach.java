package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Set;

/**
 * Detection of a channel that was agreed on but does not get through to the service (docs/protocol/negotiation.md,
 * 13.5).
 */
final class Reach {
    /** Longest wait: more than the sum of the runtime's limits for connecting, for the handshake and for opening. */
    private static final Duration LONGEST = Duration.ofSeconds(11);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** The Connection Attempt Delay that RFC 8305, section 8, recommends. */
    private static final Duration HEAD_START = Duration.ofMillis(250);
    /** Connecting and opening take two round trips, of which the offer took one at least. */
    private static final int HEAD_START_TIMES_OFFER = 2;

    /** Opening loads other classes than the offer did, and may meet a pause that the offer did not. */
    private static final int TIMES_OFFER = 4;

    private static final Set<FallbackReason> OUT =
            Set.of(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT, FallbackReason.WRONG_NODE);

    private Reach() {}

    /** Returns whether a session that could not be opened for that reason may be opened on another channel. */
    static boolean fails(FallbackReason reason) {
        return OUT.contains(reason);
    }

    /** Returns the time for which a channel is tried alone, before the next one is tried beside it. */
    static Duration headStart(Duration offerTook) {
        Duration patient = HEAD_START.plus(offerTook.multipliedBy(HEAD_START_TIMES_OFFER));
        return patient.compareTo(LONGEST) > 0 ? LONGEST : patient;
    }

    /**
     * Returns the time that a client waits for a session to open: where there is another channel a second, and more only with a service that was slow to
     * answer the offer. The next channel is tried before.
     *
     * @param offerTook time from the offer to its answer
     * @param isLast whether no other channel is left to try
     */
    static Duration within(Duration offerTook, boolean isLast) {
        Duration patient = SHORTEST.plus(offerTook.multipliedBy(TIMES_OFFER));
        return isLast || patient.compareTo(LONGEST) > 0 ? LONGEST : patient;
    }
}
