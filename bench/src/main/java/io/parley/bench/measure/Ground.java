package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.result.Cost;
import java.io.IOException;

/** Where the servers of echoes run, and what their process takes. Used by one thread. */
public interface Ground {
    /** This process, whose callers count what it takes. */
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

    /** The match of clients with its servers. */
    Match match(Workload workload);

    /** Starts a server, for clients in this process. */
    Site serve(Contender system, Workload workload) throws IOException;

    /** Begins to count what the servers' process takes, if it is another. */
    void count() throws IOException;

    /** What it took since. */
    Cost counted() throws IOException;
}
