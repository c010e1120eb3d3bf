package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Match;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.result.CellResult;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Measurement of the first call of a client in a warm JVM: the contract is bound, terms are negotiated, a connection
 * and a session are opened, and the call is made over the session. Each call uses a new client, whose creation is not
 * timed.
 */
record FirstCall(Contender system, Match match, Site site) {
    static CellResult measure(Contender system, Workload workload, Duration warmUp, Duration measured)
            throws IOException {
        Match match = Ground.HERE.match(workload);
        try (Site site = system.serve(match)) {
            FirstCall calls = new FirstCall(system, match, site);
            Sample.warmUp(() -> calls.make(new Sample()), warmUp);
            Sample sample = new Sample();
            Sample.warmUp(() -> calls.make(sample), measured);
            return sample.result("first", system.word(), workload.name(), 0, Map.of());
        }
    }

    private void make(Sample sample) throws IOException {
        try (Contestant client = system.connect(match, site.address());
                Caller caller = client.caller()) {
            sample.time(caller::call);
            caller.check();
        }
    }
}
