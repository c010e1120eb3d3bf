package io.parley.runtime;

import java.util.Collection;

/** Traffic of the sessions that are over; live ones are asked. Thread-safe. */
final class Totals {
    private Traffic ended = new Traffic(0, 0, 0, 0, 0, 0);

    synchronized void add(Traffic traffic) {
        ended = ended.plus(traffic);
    }

    /** A session that ends at this very moment may be missing from the sum. */
    Traffic with(Collection<RunningSession> live) {
        Traffic sum;
        synchronized (this) {
            sum = ended;
        }
        for (RunningSession session : live) {
            sum = sum.plus(session.traffic());
        }
        return sum;
    }
}
