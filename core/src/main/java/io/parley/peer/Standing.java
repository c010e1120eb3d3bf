package io.parley.peer;

import io.parley.negotiation.FallbackReason;
import java.util.concurrent.atomic.LongAdder;

/**
 * Lasting decision that calls of one key go by SOAP for some time whatever a policy says, with its reason: for callers
 * who make many such calls and would rather not ask {@link KnownPeers} about each. It holds for mode {@code auto} and
 * for policies that weigh no costs. Thread-safe; neither method takes a lock.
 */
public final class Standing {
    private final Peer peer;
    private final FallbackReason reason;
    private final String detail;
    private final long until;
    private final LongAdder counted;
    private final LongAdder calls = new LongAdder();

    /**
     * @param until when it ends, if nothing ends it before
     * @param counted counter of all calls that went by SOAP for the reason
     */
    Standing(Peer peer, FallbackReason reason, String detail, long until, LongAdder counted) {
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

    /** Returns details beside the reason; may be empty. */
    public String detail() {
        return detail;
    }

    /**
     * Returns whether one more call goes by SOAP for it; then the call is counted as {@link KnownPeers#decide} would.
     * Once false, it stays false.
     */
    public boolean holdsForOneMore() {
        if (!peer.isStanding(this) || until - peer.now() <= 0) {
            return false;
        }
        calls.increment();
        counted.increment();
        return true;
    }

    /** Calls that were counted here. */
    long calls() {
        return calls.sum();
    }
}
