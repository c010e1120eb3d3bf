package io.parley.cxf.contracts;

import java.util.Random;

/**
 * Runs the rounds of a test with random contracts: {@code -Dparley.contracts.rounds=200} sets their number, {@code
 * -Dparley.contracts.seed=7} repeats one.
 */
final class Rounds {
    private Rounds() {}

    /** Runs the configured number of rounds. */
    static void run(int usual, Round round) throws Exception {
        Long seed = Long.getLong("parley.contracts.seed");
        if (seed != null) {
            round.run(seed);
            return;
        }
        long first = new Random().nextLong();
        int rounds = Integer.getInteger("parley.contracts.rounds", usual);
        for (int i = 0; i < rounds; i++) {
            round.run(first + i);
        }
    }

    /** A round of a test. */
    @FunctionalInterface
    interface Round {
        void run(long seed) throws Exception;
    }
}
