package io.parley.bench.capacity;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Sample;
import io.parley.bench.remote.RemoteGround;
import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Run of one crowd, with its server, clients and threads. Used once, by one thread. */
final class CrowdRun implements AutoCloseable {
    private final Crowd crowd;
    private final Workload workload;
    private final RemoteGround ground;
    private final Site site;
    private final List<Contestant> clients = new ArrayList<>();
    /** Callers of each thread, which it uses in turn. */
    private final List<List<Caller>> callers = new ArrayList<>();

    private CrowdRun(Crowd crowd, RemoteGround ground) throws IOException {
        this.crowd = crowd;
        this.workload = Workload.of(crowd.workload());
        this.ground = ground;
        this.site = ground.serve(Contender.of(crowd.system()), workload);
    }

    /** Measures a crowd after a warm-up. */
    static Carried measure(Crowd crowd, RemoteGround ground, Duration warmUp, Duration measured) throws IOException {
        try (CrowdRun run = new CrowdRun(crowd, ground)) {
            double sessionBytes = run.connect();
            run.call(warmUp);
            ground.count();
            ProcessCost process = ProcessCost.begin();
            long begin = System.nanoTime();
            Sample calls = run.call(measured);
            double seconds = (System.nanoTime() - begin) / 1e9;
            Cost here = process.end().of(calls.count());
            Cost there = ground.counted().of(calls.count());
            return new Carried(
                    crowd.system(),
                    crowd.workload(),
                    crowd.callers(),
                    crowd.sessions(),
                    calls.count() / seconds,
                    2 * run.workload.bytes(),
                    calls.micros(0.5),
                    calls.micros(0.99),
                    here.processor(),
                    there.processor(),
                    sessionBytes);
        }
    }

    /** Opens all sessions, makes one verified call on each and returns the memory of an idle session. */
    private double connect() throws IOException {
        for (int thread = 0; thread < crowd.callers(); thread++) {
            callers.add(new ArrayList<>());
        }
        connect(0); // allocates what all sessions share
        long before = ground.memory();
        for (int number = 1; number < crowd.sessions(); number++) {
            connect(number);
        }
        double more = crowd.sessions() - 1;
        double bytes = more == 0 ? 0 : (ground.memory() - before) / more;
        for (int thread = crowd.sessions(); thread < crowd.callers(); thread++) {
            callers.get(thread).add(caller(clients.get(thread % clients.size())));
        }
        return bytes;
    }

    private void connect(int number) throws IOException {
        Contestant client = Contender.of(crowd.system()).connect(ground.match(workload), site.address());
        clients.add(client);
        callers.get(number % crowd.callers()).add(caller(client));
    }

    private static Caller caller(Contestant client) {
        Caller caller = client.caller();
        caller.check();
        return caller;
    }

    /** Makes calls on all threads for the given time; returns the times of all calls. */
    private Sample call(Duration time) throws IOException {
        List<Consumer<Sample>> threads = new ArrayList<>();
        for (List<Caller> own : callers) {
            int[] made = {0};
            threads.add(sample -> sample.time(own.get(made[0]++ % own.size())::call));
        }
        return Sample.of(threads, time);
    }

    @Override
    public void close() {
        callers.forEach(own -> own.forEach(Caller::close));
        clients.forEach(Contestant::close);
        site.close();
    }
}
