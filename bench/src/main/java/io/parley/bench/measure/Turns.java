package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Site;
import io.parley.bench.data.Workload;
import io.parley.bench.result.Cost;
import io.parley.bench.result.ProcessCost;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of systems that echo one workload alternately: disturbances affect all of them, so a few seconds suffice.
 * Shared code is compiled for all of the systems together, so the results of {@link CellRunner} are authoritative.
 */
public final class Turns {
    private static final int TURNS = 10;

    private Turns() {}

    /**
     * Results of one system. All except the number of calls are per call.
     *
     * @param median median of all calls, in microseconds
     * @param here cost in this process
     * @param there cost in the servers' process; {@link Cost#NONE} if it is this one
     */
    public record Found(String system, int calls, double median, Cost here, Cost there) {
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
            return new Found(system.word(), calls, times.micros(0.5), here.of(calls), there.of(calls));
        }

        @Override
        public void close() {
            caller.close();
            contestant.close();
            site.close();
        }
    }
}
