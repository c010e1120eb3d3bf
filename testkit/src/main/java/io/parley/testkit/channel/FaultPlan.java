package io.parley.testkit.channel;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Decides which fault each frame of one direction of a connection meets. Called by one thread at a time. */
@FunctionalInterface
public interface FaultPlan {
    /**
     * Returns the fault of a frame.
     *
     * @param frame its number, counted from 0 for the preamble
     */
    Fault next(int frame);

    /** Returns a plan without faults. */
    static FaultPlan none() {
        return frame -> Fault.NONE;
    }

    /**
     * Returns a plan with a single fault.
     *
     * @param frame number of the frame that meets it
     */
    static FaultPlan at(int frame, Fault fault) {
        return number -> number == frame ? fault : Fault.NONE;
    }

    /**
     * Returns a plan of random faults, the same for the same seed. Its text has the seed and the chances, for a failing
     * test to print.
     *
     * @param chances of each fault, per frame, 0 to 1; together at most 1
     */
    static FaultPlan seeded(long seed, Map<Fault, Double> chances) {
        return new Seeded(seed, chances);
    }

    /** Random faults by a seed. */
    final class Seeded implements FaultPlan {
        private final long seed;
        private final Map<Fault, Double> chances;
        private final Random random;

        private Seeded(long seed, Map<Fault, Double> chances) {
            this.seed = seed;
            this.chances = new EnumMap<>(chances);
            this.random = new Random(seed);
        }

        @Override
        public Fault next(int frame) {
            double remaining = random.nextDouble();
            for (Map.Entry<Fault, Double> each : chances.entrySet()) {
                remaining -= each.getValue();
                if (remaining < 0) {
                    return each.getKey();
                }
            }
            return Fault.NONE;
        }

        @Override
        public String toString() {
            return "seed " + seed + ", chances " + chances;
        }
    }
}
