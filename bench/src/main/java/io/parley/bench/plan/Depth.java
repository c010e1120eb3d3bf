package io.parley.bench.plan;

import io.parley.bench.contest.Contender;

/** How thorough a run is. */
public enum Depth {
    /** One round of a few cells, within a quarter of an hour. */
    QUICK(1, 5) {
        @Override
        Pace calls(Contender.Warmth warmth) {
            return switch (warmth) {
                case QUICK -> Pace.seconds(3, 5, 1);
                case SLOW -> Pace.seconds(15, 5, 1);
                case VERY_SLOW -> Pace.seconds(8, 2, 5);
            };
        }
    },
    /** Every cell three times, for hours. */
    FULL(3, 8) {
        @Override
        Pace calls(Contender.Warmth warmth) {
            return switch (warmth) {
                case QUICK -> Pace.seconds(5, 10, 1);
                case SLOW -> Pace.seconds(30, 10, 1);
                case VERY_SLOW -> Pace.seconds(8, 4, 5);
            };
        }
    };

    private static final int IN_MEMORY_SECONDS = 3;

    private final int rounds;
    private final int inMemoryWarmUps;

    Depth(int rounds, int inMemoryWarmUps) {
        this.rounds = rounds;
        this.inMemoryWarmUps = inMemoryWarmUps;
    }

    int rounds() {
        return rounds;
    }

    /** Without servers and chains of interceptors there is little to warm up, whoever it is. */
    Pace pace(Suite suite, Contender.Warmth warmth) {
        return suite.travels() ? calls(warmth) : Pace.seconds(inMemoryWarmUps, IN_MEMORY_SECONDS, 1);
    }

    abstract Pace calls(Contender.Warmth warmth);
}
