package io.parley.session;

/** Notices a peer that takes too little, for too long, of what waits for it; docs/protocol.md, section 6. */
final class Pace {
    private final long limitNanos;
    private final long leastBytes;
    private boolean waiting;
    private long since;
    private long sentBefore;

    /**
     * @param leastBytes what has to go out within the limit while more waits
     */
    Pace(long limitNanos, long leastBytes) {
        this.limitNanos = limitNanos;
        this.leastBytes = leastBytes;
    }

    /** Nothing waits. */
    void rest() {
        waiting = false;
    }

    /**
     * Looks again.
     *
     * @param waits whether something waits for the peer now
     * @param sent bytes that went out so far
     */
    boolean isTooSlow(boolean waits, long sent, long now) {
        if (!waits || !waiting || sent - sentBefore >= leastBytes) {
            waiting = waits;
            since = now;
            sentBefore = sent;
            return false;
        }
        return now - since >= limitNanos;
    }
}
