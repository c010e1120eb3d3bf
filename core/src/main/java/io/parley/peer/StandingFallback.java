package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.util.concurrent.atomic.LongAdder;

/**
 * A decision that calls of one key fall back to SOAP for some time, whatever the policy, so that callers need not ask
 * {@link KnownPeers} about each of them. Applies to mode {@code auto}. Thread-safe; takes no lock.
 */
public final class StandingFallback {
    private final Peer peer;
    private final FallbackReason reason;
    private final String detail;
    private final long until;
    private final LongAdder counted;
    private final LongAdder calls = new LongAdder();

    /**
     * Creates a decision.
     *
     * @param until end of the decision, in nanoseconds, unless it ends before
     * @param counted counter of all calls sent by SOAP for the reason
     */
    StandingFallback(Peer peer, FallbackReason reason, String detail, long until, LongAdder counted) {
        this.peer = peer;
        this.reason = reason;
        this.detail = detail;
        this.until = until;
        this.counted = counted;
    }

    /** Returns the reason. */
    public FallbackReason reason() {
        return reason;
    }

    /** Returns details on the reason; may be empty. */
    public String detail() {
        return detail;
    }

    /**
     * Returns whether the decision applies to one more call; if so, the call is counted as {@link KnownPeers#decide}
     * would. Once false, it remains false.
     */
    public boolean holdsForOneMore() {
        if (!peer.isCurrent(this) || until - peer.now() <= 0) {
            return false;
        }
        calls.increment();
        counted.increment();
        return true;
    }

    /** Returns the number of calls counted here. */
    long calls() {
        return calls.sum();
    }
}
