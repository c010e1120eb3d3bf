package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Set;

/** How a client finds out that a channel which was agreed on does not get through to the service (docs/protocol.md, 13.5). */
public final class Reach {
    /** More than the runtime's limits for connecting, for the handshake and for opening come to. */
    private static final Duration LONGEST = Duration.ofSeconds(11);

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Opening loads other classes than the offer did, and may meet a pause that the offer did not. */
    private static final int TIMES_OFFER = 4;

    private static final Set<FallbackReason> OUT =
            Set.of(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT, FallbackReason.WRONG_NODE);

    private Reach() {}

    /** Whether a session that could not be opened for that reason may be opened on another channel. */
    public static boolean fails(FallbackReason reason) {
        return OUT.contains(reason);
    }

    /**
     * How long a client waits for a session to open. Where there is another channel, a port that takes connections and says
     * nothing costs a second, and more only of a service that took long to answer the offer.
     *
     * @param offerTook from the offer to its answer
     * @param isLast whether no other channel is left to try
     */
    public static Duration within(Duration offerTook, boolean isLast) {
        Duration patient = SHORTEST.plus(offerTook.multipliedBy(TIMES_OFFER));
        return isLast || patient.compareTo(LONGEST) > 0 ? LONGEST : patient;
    }
}
