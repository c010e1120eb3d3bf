package io.parley.bench.plan;

import java.time.Duration;

/** How thorough a run is. */
public enum Depth {
    /** One round of the cells that goals need, within a quarter of an hour. */
    QUICK(1, Paces.QUICK),
    /**
     * The same, but three rounds of the forms that goals are about, and more of each document that goes there and back, warmed up for
     * as long as goals ask.
     */
    GOALS(1, Paces.QUICK) {
        @Override
        int rounds(Cell cell) {
            if (cell.suite() == Suite.ROUNDS) {
                return ROUNDS_OF_DOCUMENT;
            }
            return FormsOfGoals.have(cell) ? FormsOfGoals.ROUNDS : super.rounds(cell);
        }

        @Override
        Pace pace(Cell cell) {
            return FormsOfGoals.have(cell)
                    ? FormsOfGoals.PACE
                    : cell.suite() == Suite.ROUNDS ? Paces.THOROUGH.of(cell) : super.pace(cell);
        }
    },
    /** One round of some cells, which has the time that a quick run has not. */
    CHOSEN(1, Paces.THOROUGH),
    /** Every cell three times, for hours. */
    FULL(3, Paces.THOROUGH);

    /** JVMs differ by a percent: the interval that three of them give is twice as wide. */
    private static final int ROUNDS_OF_DOCUMENT = 5;

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

    /** Whether a run that was cut, or that had a part of the cells only, is gone on with by the next one. */
    public boolean goesOn() {
        return this == GOALS || this == FULL;
    }

    /** How often a cell is measured; one that repeats by itself just once. */
    int rounds(Cell cell) {
        return cell.suite() == Suite.PAPER003 ? 1 : rounds;
    }

    /** How long a cell is measured. */
    Pace pace(Cell cell) {
        return paces.of(cell);
    }
}
