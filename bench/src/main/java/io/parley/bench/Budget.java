package io.parley.bench;

import io.parley.bench.plan.Run;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Time limit of a session. Runs that would exceed it are left out, so that a quick run ends when it says it will. */
final class Budget {
    private final LongSupplier nanoTime;
    private final long end;

    private Budget(LongSupplier nanoTime, Duration limit) {
        this.nanoTime = nanoTime;
        this.end = nanoTime.getAsLong() + limit.toNanos();
    }

    /** Returns a budget that starts now. */
    static Budget of(Duration limit, LongSupplier nanoTime) {
        return new Budget(nanoTime, limit);
    }

    /** Returns whether the estimated time of the run fits into the remaining time. */
    boolean allows(Run run) {
        return nanoTime.getAsLong() + run.estimate().toNanos() - end <= 0;
    }
}
