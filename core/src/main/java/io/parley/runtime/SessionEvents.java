package io.parley.runtime;

/**
 * Counters of what happened to the sessions of a runtime since it was made.
 *
 * @param opened sessions that were opened, by either side
 * @param cut connections lost of sessions that can be resumed
 * @param resumed sessions that went on with another connection
 * @param stalls messages given up since the peer took too little of them for too long
 * @param refusals reservations that a budget for received content or for objects had no room for
 * @param storeFailures answers of the context store of durable sessions that were failures
 * @param expendables messages that may be lost
 */
public record SessionEvents(
        long opened, long cut, long resumed, long stalls, long refusals, long storeFailures, Expendables expendables) {
    /** No event. */
    public static final SessionEvents NONE = new SessionEvents(0, 0, 0, 0, 0, 0, Expendables.NONE);

    /**
     * Counters of messages that may be lost.
     *
     * @param sent in a datagram
     * @param received in a datagram, late and dropped ones included
     * @param late that came behind a newer one of their operation, or waited until there was one
     * @param dropped without a connection, memory or a free worker
     */
    public record Expendables(long sent, long received, long late, long dropped) {
        /** No message. */
        public static final Expendables NONE = new Expendables(0, 0, 0, 0);
    }
}
