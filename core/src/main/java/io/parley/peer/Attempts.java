package io.parley.peer;

import io.parley.ErrorCode;
import io.parley.ParleyException;
import io.parley.negotiation.FallbackReason;
import io.parley.runtime.Conversation;

/**
 * The attempts of one call in mode {@code always}, which has no fallback. If its session ended, or the service is
 * draining, the call is negotiated again at once: another node, or a new session, may accept it. Only a call that was
 * certainly not dispatched is sent again. A service that is overloaded is not asked again. Confined to the call.
 */
public final class Attempts {
    private static final int MOST = 3;

    private int made = 1;

    /**
     * Returns whether a call that failed on its session may be made on another one, and counts that attempt. The old
     * session is drained, so that the next decision does not choose it again.
     */
    public boolean another(ParleyException why, Conversation session) {
        boolean isOver = why.code().scope() == ErrorCode.Scope.SESSION || !session.isOpen();
        if (why.retry() != ErrorCode.Retry.SAFE || !isOver || made >= MOST) {
            return false;
        }
        made++;
        session.drain();
        return true;
    }

    /**
     * Returns whether a negotiation that ended without a session may be followed by another at once, and counts that
     * attempt.
     */
    public boolean anotherNegotiation(Decision settled) {
        boolean isLeaving = settled instanceof Decision.Soap soap
                && (soap.reason() == FallbackReason.GOING_AWAY || soap.reason() == FallbackReason.TERMS_CHANGED);
        if (!isLeaving || made >= MOST) {
            return false;
        }
        made++;
        return true;
    }
}
