package io.parley.session;

/** Detects a peer that makes no progress with content that waits for it (docs/protocol/framing.md, section 6). */
final class StallTimer {
    private final long limitNanos;
    private boolean waiting;
    private long since;
    private long sentBefore;

    StallTimer(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Stops the timer, because nothing waits. */
    void rest() {
        waiting = false;
    }

    /**
     * Returns whether content has waited for too long without progress.
     *
     * @param waits true if content waits for the peer now
     * @param sent bytes of content sent so far
     */
    boolean isStalled(boolean waits, long sent, long now) {
        if (!waits || !waiting || sent != sentBefore) {
            waiting = waits;
            since = now;
            sentBefore = sent;
            return false;
        }
        return now - since >= limitNanos;
    }
}
