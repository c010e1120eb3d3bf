package io.parley.bench.measure;

import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.data.Workload;
import java.io.IOException;

/** Where the servers of echoes run, and what their process takes. Used by one thread. */
public interface Ground {
    /** This process, whose callers count what it takes. */
    Ground HERE = new Ground() {
        @Override
        public Contestant start(Contender system, Workload workload) throws IOException {
            return system.start(Match.direct(Exchange.ECHO, workload));
        }

        @Override
        public void count() {}

        @Override
        public Cost counted() {
            return Cost.NONE;
        }
    };

    /** Starts a server, and makes clients for it in this process; closing them ends it. */
    Contestant start(Contender system, Workload workload) throws IOException;

    /** Begins to count what the servers' process takes, if it is another. */
    void count() throws IOException;

    /** What it took since. */
    Cost counted() throws IOException;
}
