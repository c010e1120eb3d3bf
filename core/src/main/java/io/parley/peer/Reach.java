package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Set;

/**
 * Detection of a channel that was agreed on but does not get through to the service (docs/protocol/negotiation.md,
 * 13.5).
 */
public final class Reach {
    /** Longest wait: more than the sum of the runtime's limits for connecting, for the handshake and for opening. */
    private static final Duration LONGEST = Duration.ofSeconds(11);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Opening loads other classes than the offer did, and may meet a pause that the offer did not. */
    private static final int TIMES_OFFER = 4;

    private static final Set<FallbackReason> OUT =
            Set.of(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT, FallbackReason.WRONG_NODE);

    private Reach() {}

    /** Returns whether a session that could not be opened for that reason may be opened on another channel. */
    public static boolean fails(FallbackReason reason) {
        return OUT.contains(reason);
    }

    /**
     * Returns the time that a client waits for a session to open. Where there is another channel, a port that accepts
     * connections but stays silent costs a second, and more only with a service that was slow to answer the offer.
     *
     * @param offerTook time from the offer to its answer
     * @param isLast whether no other channel is left to try
     */
    public static Duration within(Duration offerTook, boolean isLast) {
        Duration patient = SHORTEST.plus(offerTook.multipliedBy(TIMES_OFFER));
        return isLast || patient.compareTo(LONGEST) > 0 ? LONGEST : patient;
    }
}
