package io.parley.testkit.channel;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** Decides what happens to each frame of one direction of a connection. Called by one thread at a time. */
@FunctionalInterface
public interface FaultPlan {
    /** What happens to the frame of that number, counted from 0 with the preamble. */
    Fault next(int frame);

    /** A plan under which every frame arrives. */
    static FaultPlan none() {
        return frame -> Fault.NONE;
    }

    /** Exactly one fault, at one frame. */
    static FaultPlan at(int frame, Fault fault) {
        return number -> number == frame ? fault : Fault.NONE;
    }

    /**
     * Faults by chance, the same for the same seed; its text names seed and chances, for a failing test to print.
     *
     * @param chances of each fault, per frame, 0 to 1; together at most 1
     */
    static FaultPlan seeded(long seed, Map<Fault, Double> chances) {
        return new Seeded(seed, chances);
    }

    /** Chance with a seed. */
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
            double left = random.nextDouble();
            for (Map.Entry<Fault, Double> each : chances.entrySet()) {
                left -= each.getValue();
                if (left < 0) {
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
