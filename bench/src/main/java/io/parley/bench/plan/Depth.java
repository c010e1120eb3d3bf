package io.parley.bench.plan;

import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;

/** Thoroughness of a run. */
public enum Depth {
    /** One round of the cells that goals need, within a quarter of an hour. */
    QUICK(1, Paces.QUICK),
    /**
     * Cells of a quick run, with three rounds of the forms that goals are about and five rounds of each document end to
     * end, and with the warm-up that goals require.
     */
    GOALS(1, Paces.QUICK),
    /** One round of selected cells, with the pace of a full run. */
    CHOSEN(1, Paces.THOROUGH),
    /** Every cell three times, for hours. */
    FULL(3, Paces.THOROUGH);

    /** Number of JVMs: their results differ by a percent, and the interval of three of them would be twice as wide. */
    private static final int ROUNDS_OF_DOCUMENT = 5;

    private static final int ROUNDS_OF_FORM = 3;
    /** Pace with four seconds of warm-up for each class of documents, then half a second for each document. */
    private static final Pace PACE_OF_FORM = Pace.millis(8, 1, 500);

    private static final Set<Cell> FORMS_OF_GOALS = Group.of("forms of goals").stream()
            .flatMap(group -> group.cells().stream())
            .collect(Collectors.toSet());

    private static final Duration QUICK_LIMIT = Duration.ofMinutes(15);
    private static final Duration FULL_LIMIT = Duration.ofDays(7);

    private final int rounds;
    private final Paces paces;

    Depth(int rounds, Paces paces) {
        this.rounds = rounds;
        this.paces = paces;
    }

    /** Returns the time limit of a run of all its cells. */
    public Duration limit() {
        return this == QUICK ? QUICK_LIMIT : FULL_LIMIT;
    }

    /** Returns whether the next run resumes an interrupted one, or one that measured only some of the cells. */
    public boolean goesOn() {
        return this == GOALS || this == FULL;
    }

    /** Returns the number of rounds of a cell; 1 for a suite that repeats its measurement itself. */
    int rounds(Cell cell) {
        if (this == GOALS && cell.suite() == Suite.ROUNDS) {
            return ROUNDS_OF_DOCUMENT;
        }
        return isGoals(cell) ? ROUNDS_OF_FORM : cell.suite() == Suite.PAPER003 ? 1 : rounds;
    }

    /** Returns how long a cell is measured. */
    Pace pace(Cell cell) {
        if (this == GOALS && cell.suite() == Suite.ROUNDS) {
            return Paces.THOROUGH.of(cell);
        }
        return isGoals(cell) ? PACE_OF_FORM : paces.of(cell);
    }

    /** Returns whether the goals are about a form, so that it is measured for reliable results. */
    private boolean isGoals(Cell cell) {
        return this == GOALS && FORMS_OF_GOALS.contains(cell);
    }
}
