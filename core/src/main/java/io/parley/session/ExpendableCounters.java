package io.parley.session;

import java.util.concurrent.atomic.LongAdder;

/** Counters of messages that may be lost, of all sessions of a process. Thread-safe. */
public final class ExpendableCounters {
    final LongAdder sent = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder dropped = new LongAdder();

    /** Counts a message that came behind a newer one of its operation. */
    public void late() {
        late.increment();
    }

    /** Counts a message that was dropped on this side, which it left or reached. */
    public void dropped() {
        dropped.increment();
    }

    /** Returns the number of messages that were sent in a datagram. */
    public long sentCount() {
        return sent.sum();
    }

    /** Returns the number of messages that came in a datagram, late and dropped ones included. */
    public long receivedCount() {
        return received.sum();
    }

    /** Returns the number of messages that came behind a newer one, or waited until there was one. */
    public long lateCount() {
        return late.sum();
    }

    /** Returns the number of messages that were dropped without a connection, memory or a free worker. */
    public long droppedCount() {
        return dropped.sum();
    }
}
