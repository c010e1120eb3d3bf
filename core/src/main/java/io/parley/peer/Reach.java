package io.parley.peer;

import io.parley.Durations;
import io.parley.Limit;
import io.parley.Limits;
import io.parley.negotiation.FallbackReason;
import java.time.Duration;
import java.util.Set;

/** Timeouts that detect an agreed channel that does not reach the service (docs/protocol/negotiation.md, 13.5). */
final class Reach {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** The Connection Attempt Delay that RFC 8305, section 8, recommends. */
    private static final Duration HEAD_START = Duration.ofMillis(250);
    /**
     * Factor from the offer's time to the head start: to connect and open takes two round trips, and the offer took at
     * least one.
     */
    private static final int HEAD_START_TIMES_OFFER = 2;

    /**
     * Factor from the offer's time to the timeout: opening loads other classes than the offer did, and may meet a pause
     * that the offer did not.
     */
    private static final int TIMES_OFFER = 4;

    private static final Set<FallbackReason> OUT =
            Set.of(FallbackReason.CONNECT_FAILED, FallbackReason.CONNECT_TIMEOUT, FallbackReason.WRONG_NODE);

    private final Duration longest;

    private Reach(Duration longest) {
        this.longest = longest;
    }

    /** Returns the timeouts under the given limits. */
    static Reach of(Limits limits) {
        return new Reach(longest(limits));
    }

    /** Returns the maximum time: more than the limits for connecting, for the handshake and for opening together. */
    static Duration longest(Limits limits) {
        return Durations.bounded(SHORTEST.plusMillis(limits.get(Limit.CONNECT_MILLIS))
                .plusMillis(limits.get(Limit.HANDSHAKE_MILLIS))
                .plusMillis(limits.get(Limit.OPEN_MILLIS)));
    }

    /** Returns whether a session that could not be opened for that reason may be opened on another channel. */
    static boolean fails(FallbackReason reason) {
        return OUT.contains(reason);
    }

    /** Returns the time for which a channel is tried alone, before the next one is tried in parallel. */
    Duration headStart(Duration offerTook) {
        Duration timeout = HEAD_START.plus(offerTook.multipliedBy(HEAD_START_TIMES_OFFER));
        return timeout.compareTo(longest) > 0 ? longest : timeout;
    }

    /**
     * Returns the timeout for opening a session: one second if there is another channel, longer if the service was slow
     * to answer the offer. The next channel is tried before.
     *
     * @param offerTook time from the offer to its answer
     * @param isLast true if there is no other channel to try
     */
    Duration within(Duration offerTook, boolean isLast) {
        Duration timeout = SHORTEST.plus(offerTook.multipliedBy(TIMES_OFFER));
        return isLast || timeout.compareTo(longest) > 0 ? longest : timeout;
    }
}
