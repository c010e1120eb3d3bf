package io.parley.bench.plan;

import io.parley.bench.contest.Contender;
import io.parley.bench.data.Workload;

/**
 * One thing to be measured.
 *
 * @param threads callers at a time
 */
public record Cell(Suite suite, Contender system, Workload workload, int threads) {

    /** What filters are matched with. */
    public String label() {
        return system.word() + "/" + workload;
    }

    @Override
    public String toString() {
        return suite.word() + " " + label() + (threads == 1 ? "" : " with " + threads + " threads");
    }
}
