package io.parley.bench.plan;

import io.parley.bench.contest.Contender.Warmth;
import io.parley.bench.retail.Lines;
import io.parley.bench.transaction.Summary;

/** How long cells of each kind are measured. */
enum Paces {
    /** Within a quarter of an hour. */
    QUICK,
    /** Until what is compiled late is compiled. */
    THOROUGH;

    /** A transaction in a JVM that is not warm, between the quickest series and the slowest. */
    private static final int MILLIS_OF_MEGABYTE = 40;
    /** A client is made for each. */
    private static final Pace FIRST_CALLS = Pace.seconds(4, 4, 1);

    /** How long a cell is measured. */
    Pace of(Cell cell) {
        boolean quick = this == QUICK;
        return switch (cell.suite()) {
            case ECHO, SEND, RECEIVE -> quick ? quickCalls(cell) : thoroughCalls(cell);
            // Without servers there is little to warm up, but for text and FastInfoset below JAXB.
            case SERIALIZE, DESERIALIZE ->
                cell.system().warmth() == Warmth.VERY_SLOW
                        ? quick ? Pace.seconds(15, 3, 1) : Pace.seconds(20, 5, 1)
                        : quick ? Pace.seconds(3, 2, 1) : Pace.seconds(5, 5, 1);
            case MEMORY -> Pace.millis(4, 1, 500);
            case FIRST -> FIRST_CALLS;
            case PLAIN -> Pace.seconds(8, 1, 5);
            case HEADERS -> Pace.seconds(10, 1, 6);
            case SESSION -> Pace.seconds(5, 1, 8);
            case PAPER003 -> {
                int millis = (int) (MILLIS_OF_MEGABYTE * Summary.megabytes(cell.workload()));
                yield quick ? Pace.millis(3, 5, millis) : Pace.millis(5, 45, millis); // as often as the paper
            }
            case DOCUMENTS -> Pace.millis(0, 0, 0);
            // For each class of size; small documents take fractions of a microsecond, once all is compiled, which
            // takes seconds.
            case READ, WRITE, TREE, UNTREE -> quick ? Pace.millis(6, 1, 270) : Pace.seconds(4, 2, 1);
            // CXF's chains, as in VERY_SLOW: after two seconds a call takes twice what it does in the end.
            case STORES -> Pace.seconds(cell.workload().startsWith("soap-") ? 15 : 2, 3, 1);
            // For each document and representation.
            case ROUNDS -> quick ? Pace.millis(1, 1, 600) : Pace.seconds(4, 2, 1);
            // For each number of threads, and warm-up for all messages together; a quick run sees part of what CXF's
            // chains come to.
            case MESSAGES -> {
                int warmUps = Lines.SLOW.contains(cell.workload()) ? 40 : 8;
                yield quick ? Pace.millis(warmUps, 1, 400) : Pace.seconds(warmUps, 4, 1);
            }
        };
    }

    /**
     * Calls as they are in the long run, as long for all systems, since one whose code is compiled late looks slower beside one
     * whose is not: chains of CXF, and what is below them, get faster for more than half a minute.
     */
    static Pace steady(Cell cell) {
        if (cell.suite() == Suite.FIRST) {
            return FIRST_CALLS;
        }
        if (Group.SECURED.contains(cell.system())) { // which are held against each other alone
            return cell.isLarge() ? Pace.seconds(2, 1, 4) : Pace.seconds(6, 2, 1);
        }
        return cell.isLarge() ? Pace.seconds(8, 1, 5) : Pace.seconds(20, 2, 1);
    }

    /**
     * Of large contents a chain of interceptors has little to do. Copies and system calls are most of it; on a slow machine a
     * call takes a quarter of a second, so they are called for three seconds before one counts, in a heap that was touched.
     * Many callers leave the JVM's compiler little time: it takes twice as long until code is what it will be.
     */
    private static Pace quickCalls(Cell cell) {
        boolean large = cell.isLarge();
        return switch (cell.system().warmth()) {
            case QUICK -> large ? Pace.millis(6, 1, 500) : Pace.millis(cell.isCrowded() ? 20 : 4, 4, 500);
            case SLOW -> large ? Pace.seconds(3, 1, 1) : Pace.seconds(cell.isCrowded() ? 20 : 8, 2, 1);
            case VERY_SLOW -> large ? Pace.seconds(cell.isInfoset() ? 8 : 4, 1, 5) : Pace.seconds(20, 1, 2);
        };
    }

    private static Pace thoroughCalls(Cell cell) {
        return switch (cell.system().warmth()) {
            case QUICK -> Pace.seconds(4, 6, 1);
            case SLOW -> Pace.seconds(cell.isLarge() ? 6 : cell.isCrowded() ? 30 : 15, 6, 1);
            case VERY_SLOW -> Pace.seconds(8, 2, 5);
        };
    }
}
