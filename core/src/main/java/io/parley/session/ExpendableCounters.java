package io.parley.session;

import java.util.concurrent.atomic.LongAdder;

/** Counters of expendable messages, over all sessions of a process. Thread-safe. */
public final class ExpendableCounters {
    final LongAdder sent = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder dropped = new LongAdder();

    /** Counts a message that arrived after a newer one of its operation. */
    public void late() {
        late.increment();
    }

    /** Counts a message that this side dropped instead of sending or delivering it. */
    public void dropped() {
        dropped.increment();
    }

    /** Returns the number of messages sent in datagrams. */
    public long sentCount() {
        return sent.sum();
    }

    /** Returns the number of messages received in datagrams, including late and dropped ones. */
    public long receivedCount() {
        return received.sum();
    }

    /** Returns the number of messages that arrived after a newer one, or were superseded while they waited. */
    public long lateCount() {
        return late.sum();
    }

    /** Returns the number of messages dropped for lack of a connection, memory or a free worker. */
    public long droppedCount() {
        return dropped.sum();
    }
}
