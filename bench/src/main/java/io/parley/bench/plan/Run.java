package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import java.time.Duration;

/**
 * A cell, measured once.
 *
 * @param round from 1; a later round measures every cell of a workload again
 */
public record Run(Cell cell, int round, Pace pace) {
    private static final long LARGE_BYTES = 4_000_000;
    /** The calls around the measurement, if one takes seconds. */
    private static final Duration LONG_CALLS = Duration.ofSeconds(12);

    /** How long it takes, all told. */
    Duration estimate() {
        boolean isLong = cell.suite().travels()
                && cell.system().warmth() == Contender.Warmth.VERY_SLOW
                && cell.workload().bytes() >= LARGE_BYTES;
        return isLong ? pace.estimate().plus(LONG_CALLS) : pace.estimate();
    }
}
