package io.parley.runtime;

/** Counters of what happened to the sessions of a runtime since it was made, as they were at one moment. Immutable. */
public final class SessionEvents {
    /** No event. */
    public static final SessionEvents NONE = new SessionEvents(new EventCounters(), 0);

    private final long opened;
    private final long cut;
    private final long resumed;
    private final long stalls;
    private final long refusals;
    private final long storeFailures;
    private final Expendables expendables;

    /**
     * Counters of messages that may be lost.
     *
     * @param sent in a datagram
     * @param received in a datagram, late and dropped ones included
     * @param late that came behind a newer one of their operation, or waited until there was one
     * @param dropped without a connection, memory or a free worker
     */
    public record Expendables(long sent, long received, long late, long dropped) {}

    /**
     * @param refusals as the budgets counted them
     */
    SessionEvents(EventCounters counters, long refusals) {
        this.opened = counters.opened.sum();
        this.cut = counters.cut.sum();
        this.resumed = counters.resumed.sum();
        this.stalls = counters.stalls.sum();
        this.refusals = refusals;
        this.storeFailures = counters.storeFailures.sum();
        this.expendables = new Expendables(
                counters.expendables.sentCount(),
                counters.expendables.receivedCount(),
                counters.expendables.lateCount(),
                counters.expendables.droppedCount());
    }

    /** Returns the number of sessions that were opened, by either side. */
    public long opened() {
        return opened;
    }

    /** Returns the number of connections lost of sessions that can be resumed. */
    public long cut() {
        return cut;
    }

    /** Returns the number of sessions that went on with another connection. */
    public long resumed() {
        return resumed;
    }

    /** Returns the number of messages given up since the peer took too little of them for too long. */
    public long stalls() {
        return stalls;
    }

    /** Returns the number of reservations that a budget for received content or for objects had no room for. */
    public long refusals() {
        return refusals;
    }

    /** Returns the number of answers of the context store of durable sessions that were failures. */
    public long storeFailures() {
        return storeFailures;
    }

    /** Returns the counters of messages that may be lost. */
    public Expendables expendables() {
        return expendables;
    }

    @Override
    public String toString() {
        return "opened " + opened + ", cut " + cut + ", resumed " + resumed + ", stalls " + stalls + ", refusals "
                + refusals + ", store failures " + storeFailures + ", " + expendables;
    }
}
