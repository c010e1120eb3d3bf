package io.parley.session;

/** Notices a peer that takes nothing, for too long, of what waits for it; docs/protocol/framing.md, section 6. */
final class Pace {
    private final long limitNanos;
    private boolean waiting;
    private long since;
    private long sentBefore;

    Pace(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    /** Stops the clock: nothing waits. */
    void rest() {
        waiting = false;
    }

    /**
     * Returns whether content has waited for too long without progress.
     *
     * @param waits whether content waits for the peer now
     * @param sent bytes that went out so far
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
