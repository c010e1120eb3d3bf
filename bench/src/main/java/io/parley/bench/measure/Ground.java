package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.result.Cost;
import java.io.IOException;

/** Process in which the servers of echoes run, and the measurement of its cost. Used by one thread. */
public interface Ground {
    /** This process; its cost is measured by the callers. */
    Ground HERE = new Ground() {
        @Override
        public Match match(Workload workload) {
            return Match.direct(Exchange.ECHO, workload);
        }

        @Override
        public Site serve(Contender system, Workload workload) throws IOException {
            return system.serve(match(workload));
        }

        @Override
        public void count() {}

        @Override
        public Cost counted() {
            return Cost.NONE;
        }
    };

    /** Returns the match with which clients reach the servers. */
    Match match(Workload workload);

    /** Starts a server for clients in this process. */
    Site serve(Contender system, Workload workload) throws IOException;

    /** Starts to measure the cost of the servers' process, if it is another one. */
    void count() throws IOException;

    /** Returns the cost since {@link #count}. */
    Cost counted() throws IOException;
}
