package io.parley.bench.plan;

import io.parley.bench.contest.Contender;

/** How thorough a run is. */
public enum Depth {
    /** One round of a few cells, within a quarter of an hour. */
    QUICK(1) {
        @Override
        Pace pace(Contender.Warmth warmth) {
            return switch (warmth) {
                case QUICK -> Pace.seconds(3, 5, 1);
                case SLOW -> Pace.seconds(15, 5, 1);
                case VERY_SLOW -> Pace.seconds(8, 2, 5);
            };
        }
    },
    /** Every cell three times, for hours. */
    FULL(3) {
        @Override
        Pace pace(Contender.Warmth warmth) {
            return switch (warmth) {
                case QUICK -> Pace.seconds(5, 10, 1);
                case SLOW -> Pace.seconds(30, 10, 1);
                case VERY_SLOW -> Pace.seconds(8, 4, 5);
            };
        }
    };

    private final int rounds;

    Depth(int rounds) {
        this.rounds = rounds;
    }

    int rounds() {
        return rounds;
    }

    abstract Pace pace(Contender.Warmth warmth);
}
