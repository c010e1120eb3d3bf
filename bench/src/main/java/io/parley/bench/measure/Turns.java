package io.parley.bench.measure;

import io.parley.bench.contest.Caller;
import io.parley.bench.contest.Contender;
import io.parley.bench.contest.Contestant;
import io.parley.bench.contest.Exchange;
import io.parley.bench.contest.Match;
import io.parley.bench.data.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Systems that echo one workload by turns, in this JVM: what disturbs the machine falls on all of them, and some seconds are
 * enough. Code that all of them share is compiled for all of them, so {@link CellRunner} has the last word.
 */
public final class Turns {
    private static final int TURNS = 10;

    private Turns() {}

    /**
     * Figures of one system: of a call, but the number of calls. Times in microseconds.
     *
     * @param median of all calls
     * @param processor time of the whole process
     * @param sleeps of all threads
     * @param bytes that all threads allocated
     */
    public record Found(String system, int calls, double median, double processor, double sleeps, double bytes) {}

    /**
     * Measures; every answer is compared first.
     *
     * @param each for how long each system is measured
     * @throws IOException if a server does not start
     */
    public static List<Found> measure(List<Contender> systems, Workload workload, Duration warmUp, Duration each)
            throws IOException {
        List<Place> places = new ArrayList<>();
        try {
            for (Contender system : systems) {
                places.add(new Place(system, workload));
            }
            for (int half = 0; half < 2; half++) {
                places.forEach(place -> Sample.warmUp(place.caller::call, warmUp.dividedBy(2)));
            }
            for (int turn = 0; turn < TURNS; turn++) {
                places.forEach(place -> place.turn(each.dividedBy(TURNS)));
            }
            return places.stream().map(Place::found).toList();
        } finally {
            places.forEach(Place::close);
        }
    }

    /** A system with its server and its caller, and what its turns took so far. */
    private static final class Place implements AutoCloseable {
        private final Contender system;
        private final Contestant contestant;
        private final Caller caller;
        private final Sample times = new Sample();
        private double processor;
        private long sleeps;
        private long bytes;

        Place(Contender system, Workload workload) throws IOException {
            this.system = system;
            this.contestant = system.start(Match.direct(Exchange.ECHO, workload));
            this.caller = contestant.caller();
            caller.check();
        }

        void turn(Duration time) {
            ProcessCost before = ProcessCost.now();
            Sample.warmUp(() -> times.time(caller::call), time);
            ProcessCost after = ProcessCost.now();
            processor += after.processorMicrosSince(before);
            sleeps += after.sleepsSince(before);
            bytes += after.allocatedSince(before);
        }

        Found found() {
            int calls = times.count();
            return new Found(
                    system.word(),
                    calls,
                    times.micros(0.5),
                    processor / calls,
                    (double) sleeps / calls,
                    (double) bytes / calls);
        }

        @Override
        public void close() {
            caller.close();
            contestant.close();
        }
    }
}
