package io.parley.bench;

import io.parley.bench.plan.Run;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The time that a session may take. What would take longer is left out, so that a quick run ends when it says. */
final class Budget {
    private final LongSupplier nanoTime;
    private final long end;

    private Budget(LongSupplier nanoTime, Duration limit) {
        this.nanoTime = nanoTime;
        this.end = nanoTime.getAsLong() + limit.toNanos();
    }

    /** From now on. */
    static Budget of(Duration limit, LongSupplier nanoTime) {
        return new Budget(nanoTime, limit);
    }

    /** Whether there is time for that. */
    boolean allows(Run run) {
        return nanoTime.getAsLong() + run.estimate().toNanos() - end <= 0;
    }
}
