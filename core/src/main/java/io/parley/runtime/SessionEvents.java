package io.parley.runtime;

/** A snapshot of the event counters of a runtime's sessions. Immutable. */
public final class SessionEvents {
    /** Counters without any event. */
    public static final SessionEvents NONE = new SessionEvents(new EventCounters(), 0);

    private final long opened;
    private final long cut;
    private final long resumed;
    private final long stalls;
    private final long refusals;
    private final long storeFailures;
    private final Expendables expendables;

    /**
     * Counters of expendable messages.
     *
     * @param sent in datagrams
     * @param received in datagrams, including late and dropped ones
     * @param late received after a newer one of their operation, or superseded while they waited
     * @param dropped for lack of a connection, memory or a free worker
     */
    public record Expendables(long sent, long received, long late, long dropped) {}

    /**
     * Takes a snapshot.
     *
     * @param refusals of the budgets
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

    /** Returns the number of opened sessions, on both sides. */
    public long opened() {
        return opened;
    }

    /** Returns the number of lost connections of resumable sessions. */
    public long cut() {
        return cut;
    }

    /** Returns the number of resumptions on another connection. */
    public long resumed() {
        return resumed;
    }

    /** Returns the number of messages abandoned because the peer read too little for too long. */
    public long stalls() {
        return stalls;
    }

    /** Returns the number of refused reservations for received content or objects. */
    public long refusals() {
        return refusals;
    }

    /** Returns the number of failed operations of the context store of durable sessions. */
    public long storeFailures() {
        return storeFailures;
    }

    /** Returns the counters of expendable messages. */
    public Expendables expendables() {
        return expendables;
    }

    @Override
    public String toString() {
        return "opened " + opened + ", cut " + cut + ", resumed " + resumed + ", stalls " + stalls + ", refusals "
                + refusals + ", store failures " + storeFailures + ", " + expendables;
    }
}
