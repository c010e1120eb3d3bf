package io.parley.bench.capacity;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.measure.Cost;
import io.parley.bench.measure.ProcessCost;
import io.parley.bench.measure.Sample;
import io.parley.bench.remote.RemoteGround;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One crowd, with its server, its clients and its threads. Used once, by one thread. */
final class CrowdRun implements AutoCloseable {
    private final Crowd crowd;
    private final Workload workload;
    private final RemoteGround ground;
    private final Site site;
    private final ExecutorService threads;
    private final List<Contestant> clients = new ArrayList<>();
    /** Of each thread those among which it goes round. */
    private final List<List<Caller>> callers = new ArrayList<>();

    private CrowdRun(Crowd crowd, RemoteGround ground) throws IOException {
        this.crowd = crowd;
        this.workload = Workload.of(crowd.workload());
        this.ground = ground;
        this.site = ground.serve(Contender.of(crowd.system()), workload);
        this.threads = Executors.newFixedThreadPool(crowd.callers());
    }

    /** Measures a crowd. */
    static Carried measure(Crowd crowd, RemoteGround ground, Duration warmUp, Duration measured)
            throws IOException, InterruptedException {
        try (CrowdRun run = new CrowdRun(crowd, ground)) {
            double sessionBytes = run.connect();
            run.call(warmUp);
            ground.count();
            ProcessCost before = ProcessCost.now();
            long begin = System.nanoTime();
            Sample calls = run.call(measured);
            double seconds = (System.nanoTime() - begin) / 1e9;
            Cost here = ProcessCost.now().since(before).of(calls.count());
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

    /** Opens all sessions, with a call each whose answer is compared; returns what one takes when it is idle. */
    private double connect() throws IOException {
        for (int thread = 0; thread < crowd.callers(); thread++) {
            callers.add(new ArrayList<>());
        }
        connect(0); // what all sessions share is there
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

    /** Has all threads call for that time; returns the calls of all. */
    private Sample call(Duration time) throws IOException, InterruptedException {
        List<Callable<Sample>> work = new ArrayList<>();
        for (List<Caller> own : callers) {
            work.add(() -> {
                Sample sample = new Sample();
                int[] next = {0};
                Sample.warmUp(
                        () -> {
                            Caller caller = own.get(next[0]);
                            next[0] = (next[0] + 1) % own.size();
                            sample.time(caller::call);
                        },
                        time);
                return sample;
            });
        }
        Sample all = new Sample();
        for (Future<Sample> one : threads.invokeAll(work)) {
            try {
                all.add(one.get());
            } catch (ExecutionException e) {
                throw new IOException(crowd + ": " + e.getMessage(), e);
            }
        }
        return all;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        callers.forEach(own -> own.forEach(Caller::close));
        clients.forEach(Contestant::close);
        site.close();
    }
}
