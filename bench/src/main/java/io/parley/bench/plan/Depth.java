package io.parley.bench.plan;

import java.time.Duration;

/** How thorough a run is. */
public enum Depth {
    /** One round of the cells that goals need, within a quarter of an hour. */
    QUICK(1, Paces.QUICK),
    /** One round of some cells, which has the time that a quick run has not. */
    CHOSEN(1, Paces.THOROUGH),
    /** Every cell three times, for hours. */
    FULL(3, Paces.THOROUGH);

    private static final Duration QUICK_LIMIT = Duration.ofMinutes(15);
    private static final Duration FULL_LIMIT = Duration.ofDays(7);

    private final int rounds;
    private final Paces paces;

    Depth(int rounds, Paces paces) {
        this.rounds = rounds;
        this.paces = paces;
    }

    /** How long a run of all that belongs to it may take. */
    public Duration limit() {
        return this == QUICK ? QUICK_LIMIT : FULL_LIMIT;
    }

    /** How often a cell of that suite is measured; one that repeats by itself just once. */
    int rounds(Suite suite) {
        return suite == Suite.PAPER003 ? 1 : rounds;
    }

    /** How long a cell is measured. */
    Pace pace(Cell cell) {
        return paces.of(cell);
    }
}
