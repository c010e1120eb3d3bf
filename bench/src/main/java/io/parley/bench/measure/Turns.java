package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.plan.Cell;
import io.parley.bench.plan.Suite;
import io.parley.bench.result.CellResult;
import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measurement of systems that echo one workload alternately: disturbances affect all of them, so a few seconds suffice.
 * Code that systems share is compiled for all of them together, as in an application that uses several.
 */
public final class Turns {
    private static final int TURNS = 10;

    private Turns() {}

    /**
     * Results of one system. Costs are per call.
     *
     * @param times of all calls
     * @param here cost in this process
     * @param there cost in the servers' process; {@link Cost#NONE} if it is this one
     */
    public record Found(String system, Sample times, Cost here, Cost there) {
        /** Returns the number of calls. */
        public int calls() {
            return times.count();
        }

        /** Returns the median of all calls, in microseconds. */
        public double median() {
            return times.micros(0.5);
        }

        /** Returns the cost in both processes. */
        public Cost together() {
            return here.plus(there);
        }
    }

    /**
     * Measures systems after one verified call of each.
     *
     * @param each duration of the measurement of each system
     * @throws IOException if a server does not start
     */
    public static List<Found> measure(
            List<Contender> systems, Workload workload, Duration warmUp, Duration each, Ground ground)
            throws IOException {
        List<Place> places = new ArrayList<>();
        try {
            for (Contender system : systems) {
                places.add(new Place(system, workload, ground));
            }
            for (int half = 0; half < 2; half++) {
                places.forEach(place -> Sample.warmUp(place.caller::call, warmUp.dividedBy(2)));
            }
            for (int turn = 0; turn < TURNS; turn++) {
                for (Place place : places) {
                    place.turn(each.dividedBy(TURNS));
                }
            }
            return places.stream().map(Place::found).toList();
        } finally {
            places.forEach(Place::close);
        }
    }

    /**
     * Measures cells of one workload, with their servers in this process.
     *
     * @throws IOException if a server does not start
     */
    static List<CellResult> measure(List<Cell> cells, Duration warmUp, Duration each) throws IOException {
        Workload workload = cells.get(0).content();
        List<Contender> systems = cells.stream().map(Cell::system).toList();
        List<CellResult> results = new ArrayList<>();
        for (Found found : measure(systems, workload, warmUp, each, Ground.HERE)) {
            Contender system = Contender.of(found.system());
            results.add(found.times()
                    .result(
                            new CellResult.Key(Suite.ECHO.word(), system.word(), workload.name()),
                            found.here().bytes(),
                            WireBytes.perCall(system, Exchange.ECHO, workload),
                            Map.of(
                                    CellResult.PROCESSOR_US, found.here().processor(),
                                    CellResult.SLEEPS, found.here().sleeps())));
        }
        return results;
    }

    /** A system with its server and its caller, and the results of its turns so far. */
    private static final class Place implements AutoCloseable {
        private final Contender system;
        private final Ground ground;
        private final Site site;
        private final Contestant contestant;
        private final Caller caller;
        private final Sample times = new Sample();
        private Cost here = Cost.NONE;
        private Cost there = Cost.NONE;

        Place(Contender system, Workload workload, Ground ground) throws IOException {
            this.system = system;
            this.ground = ground;
            this.site = ground.serve(system, workload);
            this.contestant = system.connect(ground.match(workload), site.address());
            this.caller = contestant.caller();
            caller.check();
        }

        void turn(Duration time) throws IOException {
            ground.count();
            ProcessCost process = ProcessCost.begin();
            Sample.warmUp(() -> times.time(caller::call), time);
            here = here.plus(process.end());
            there = there.plus(ground.counted());
        }

        Found found() {
            int calls = times.count();
            return new Found(system.word(), times, here.of(calls), there.of(calls));
        }

        @Override
        public void close() {
            caller.close();
            contestant.close();
            site.close();
        }
    }
}
